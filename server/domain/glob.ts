/**
 * The glob patterns of `allowedPaths`, on purpose a small language:
 * - `*` stands for any characters inside one name, `?` for one character, `**` for any number of whole names;
 * - a pattern whose last part has no wildcard also names a folder: `src` and `src/` allow everything below `src`;
 * - no braces, no classes, no negation; a leading `./` or `/` is ignored; upper and lower case differ.
 *
 * Matching is greedy with one way back, so no pattern can make it slow.
 */
export function matchesGlob(pattern: string, path: string): boolean {
	const parts = split(pattern);
	const names = split(path);
	if (parts.length === 0) return false;
	if (matchParts(parts, names)) return true;
	const last = parts[parts.length - 1] as string;
	return !/[*?]/.test(last) && matchParts([...parts, "**"], names);
}

/** The paths that no pattern allows, in their order. Without any pattern everything is allowed. */
export function pathsOutside(patterns: readonly string[], paths: readonly string[]): string[] {
	if (patterns.length === 0) return [];
	return paths.filter((path) => !patterns.some((pattern) => matchesGlob(pattern, path)));
}

function split(path: string): string[] {
	return path.split("/").filter((part) => part !== "" && part !== ".");
}

function matchParts(parts: string[], names: string[]): boolean {
	return wild(parts, names, (part) => part === "**", matchName);
}

function matchName(part: string, name: string): boolean {
	return wild(
		[...part],
		[...name],
		(character) => character === "*",
		(character, other) => character === "?" || character === other,
	);
}

function wild(
	pattern: string[],
	text: string[],
	isStar: (part: string) => boolean,
	same: (part: string, item: string) => boolean,
): boolean {
	let p = 0;
	let t = 0;
	let star = -1;
	let mark = 0;
	while (t < text.length) {
		const part = pattern[p];
		if (part !== undefined && isStar(part)) {
			star = p;
			mark = t;
			p += 1;
		} else if (part !== undefined && same(part, text[t] as string)) {
			p += 1;
			t += 1;
		} else if (star >= 0) {
			p = star + 1;
			mark += 1;
			t = mark;
		} else {
			return false;
		}
	}
	while (p < pattern.length && isStar(pattern[p] as string)) p += 1;
	return p === pattern.length;
}
