const whole = /^\{\{\s*([^{}]+?)\s*\}\}$/;
const parts = /\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * Replaces `{{path}}` in every text of a JSON value. A text that is one template alone becomes the value itself, so that
 * lists and objects can be inserted. Unknown paths become null, or nothing inside a longer text.
 */
export function fillTemplates(value: unknown, data: Record<string, unknown>): unknown {
	if (typeof value === "string") {
		const alone = whole.exec(value);
		if (alone) return lookUp(data, alone[1] as string) ?? null;
		return value.replace(parts, (_, path: string) => asText(lookUp(data, path)));
	}
	if (Array.isArray(value)) return value.map((item) => fillTemplates(item, data));
	if (typeof value === "object" && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillTemplates(item, data)]));
	}
	return value;
}

/** Value at `issues[0].key` or `issues.0.key`; undefined where there is none. */
function lookUp(data: unknown, path: string): unknown {
	let value = data;
	for (const part of path.replaceAll(/\[(\d+)\]/g, ".$1").split(".")) {
		if (typeof value !== "object" || value === null) return undefined;
		if (!Object.hasOwn(value, part)) return undefined;
		value = (value as Record<string, unknown>)[part];
	}
	return value;
}

function asText(value: unknown): string {
	if (value === undefined || value === null) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
