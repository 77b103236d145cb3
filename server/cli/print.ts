import { plainLine } from "../domain/plain-text.ts";

/*
 * Everything that the CLI says. Data goes to stdout, progress and errors to stderr, so that `--json` stays clean. What
 * agents wrote may hold orders to the terminal (clear, titles, links, answers typed for you): none comes through here.
 */

// whoever reads may have had enough (`| head`): that is no error
for (const stream of [process.stdout, process.stderr]) {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code === "EPIPE") process.exit();
		throw error;
	});
}

/** One object or list, readable by programs and by people. */
export function printJson(value: unknown): void {
	process.stdout.write(`${jsonText(value, 2)}\n`);
}

/** JSON escapes the control characters below a blank only; the other ones that a terminal obeys or that hide follow here. */
export function jsonText(value: unknown, indent = 0): string {
	return JSON.stringify(value, null, indent).replace(
		/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g,
		(found) =>
			[...Array(found.length).keys()]
				.map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`)
				.join(""),
	);
}

export function printLine(text: string): void {
	process.stdout.write(`${plainLine(text)}\n`);
}

export function printNote(text: string): void {
	process.stderr.write(`${plainLine(text)}\n`);
}

/** Columns as wide as their widest cell; numbers to the right. */
export function printTable(
	head: readonly string[],
	rows: readonly (readonly (string | number | null)[])[],
): void {
	const cells = rows.map((row) => row.map((cell) => (cell === null ? "–" : String(cell))));
	const numeric = head.map((_, column) => rows.every((row) => typeof row[column] !== "string"));
	const widths = head.map((title, column) =>
		Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		row
			.map((cell, column) =>
				numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
			)
			.join("  ")
			.trimEnd();
	printLine(line(head));
	for (const row of cells) printLine(line(row));
}

/** `1 h 02 min`, `3 min 05 s`, `2.4 s` */
export function duration(milliseconds: number | null): string {
	if (milliseconds === null) return "–";
	const seconds = milliseconds / 1000;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
	return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** `412 B`, `1.2 kB`, `3.4 MB` (powers of 1000). */
export function bytes(count: number): string {
	const units = ["B", "kB", "MB", "GB", "TB"];
	let value = count;
	let unit = 0;
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit += 1;
	}
	return `${unit === 0 || value >= 9.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
