/**
 * Quotes foreign text as data. The fence is longer than any run of backticks inside, so that no text can end its own
 * quotation and go on as if it were ours.
 */
export function quoteData(label: string, text: string): string {
	const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 3);
	const fence = "`".repeat(longest + 1);
	return `${fence}data ${label}\n${text.replace(/\n+$/, "")}\n${fence}`;
}

/** One line: for names and sentences of others inside a list of ours. */
export function oneLine(text: string, limit = 600): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
