/** Lists as they are typed: `a, b` or one a line. */
export function listFrom(text: string): string[] {
	return text
		.split(/[,\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== "");
}

/** A new list with one place replaced, or taken out by `null`. */
export function replaceAt<T>(list: readonly T[], index: number, next: T | null): T[] {
	return next === null ? list.filter((_, at) => at !== index) : list.with(index, next);
}

/** `check-3`: the first id of that kind that isn't taken. */
export function freeId(kind: string, taken: readonly string[]): string {
	let number = taken.length + 1;
	while (taken.includes(`${kind}-${number}`)) number++;
	return `${kind}-${number}`;
}
