/** A JSON object as a CLI printed it; nothing of its shape is trusted. */
export type Json = Record<string, unknown>;

/** The object on a line, or null if the line isn't one. Never throws. */
export function parseJsonLine(line: string): Json | null {
	const text = line.trim();
	if (!text.startsWith("{")) return null;
	try {
		return object(JSON.parse(text));
	} catch {
		return null;
	}
}

/** The value as an object; null for anything else, arrays included. */
export function object(value: unknown): Json | null {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function array(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** The value as text; null for anything else. */
export function string(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}

/** The value as a finite number; null for anything else. */
export function number(value: unknown): number | null {
	return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A token count: a whole number that isn't negative; null is "not said". */
export function tokens(value: unknown): number | null {
	return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

const limit = 64 * 1024;

/** Text of anything, cut to 64 Ki characters, for inputs and outputs of tools. */
export function textOf(value: unknown): string {
	const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
	return text.length > limit ? `${text.slice(0, limit)}… (${text.length - limit} more characters)` : text;
}
