const opening = /```json fuseline[^\n]*\n/g;

/** Data block of the last Fuseline prompt in a request, wherever the dialect puts its texts; null if there is none. */
export function promptData(body) {
	let last = null;
	for (const text of textsOf(body)) {
		const found = [...text.matchAll(opening)].at(-1);
		if (!found) continue;
		try {
			last = JSON.parse(text.slice(found.index + found[0].length).split("\n```")[0]);
		} catch {
			// cut or quoted by the client: not the prompt itself
		}
	}
	return last;
}

function* textsOf(value) {
	if (typeof value === "string") yield value;
	else if (Array.isArray(value)) for (const item of value) yield* textsOf(item);
	else if (value !== null && typeof value === "object")
		for (const item of Object.values(value)) yield* textsOf(item);
}

/** `{{outbox}}` and the like in every text of a turn. */
export function fillIn(value, data) {
	if (data === null) return value;
	if (typeof value === "string")
		return value.replace(/\{\{(\w+)\}\}/g, (whole, key) => (key in data ? String(data[key]) : whole));
	if (Array.isArray(value)) return value.map((item) => fillIn(item, data));
	if (value !== null && typeof value === "object") {
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, data)]));
	}
	return value;
}
