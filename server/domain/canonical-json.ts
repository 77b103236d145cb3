/**
 * RFC 8785 text of a JSON value: keys sorted by UTF-16 code units, shortest numbers, no spaces. The same value gives
 * the same bytes on every machine, so its sha256 can name it.
 *
 * Properties that are `undefined` are left out, as `JSON.stringify` does. Everything that JSON can't say is refused
 * with a `TypeError` that names the place: NaN and infinities, `undefined` at the top or in a list, bigint, functions,
 * class instances, lone surrogates, cycles.
 */
export function canonicalJson(value: unknown): string {
	return write(value, "$", []);
}

function write(value: unknown, at: string, parents: object[]): string {
	switch (typeof value) {
		case "string":
			return text(value, at);
		case "boolean":
			return value ? "true" : "false";
		case "number":
			if (!Number.isFinite(value)) throw new TypeError(`${at}: ${value} is no JSON number`);
			return JSON.stringify(value);
		case "object":
			return value === null ? "null" : container(value, at, parents);
		default:
			throw new TypeError(`${at}: ${typeof value} is no JSON value`);
	}
}

function container(value: object, at: string, parents: object[]): string {
	if (parents.includes(value)) throw new TypeError(`${at}: the value contains itself`);
	const inside = [...parents, value];
	if (Array.isArray(value)) {
		// Array.from also visits holes, which would otherwise vanish
		return `[${Array.from(value, (item, index) => write(item, `${at}[${index}]`, inside)).join(",")}]`;
	}
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) {
		throw new TypeError(`${at}: only plain objects have a canonical text`);
	}
	const members: string[] = [];
	// the default order of `sort` is the order of UTF-16 code units, which RFC 8785 asks for
	for (const key of Object.keys(value).sort()) {
		const member = (value as Record<string, unknown>)[key];
		if (member === undefined) continue;
		members.push(`${text(key, at)}:${write(member, `${at}.${key}`, inside)}`);
	}
	return `{${members.join(",")}}`;
}

function text(value: string, at: string): string {
	// with the u flag a pair is one character, so this finds only halves that stand alone
	if (/\p{Surrogate}/u.test(value)) throw new TypeError(`${at}: a lone surrogate is no Unicode text`);
	return JSON.stringify(value);
}
