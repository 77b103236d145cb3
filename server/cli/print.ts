/* Everything that the CLI says. Data goes to stdout, progress and errors to stderr, so that `--json` stays clean. */

// whoever reads may have had enough (`| head`): that is no error
for (const stream of [process.stdout, process.stderr]) {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code === "EPIPE") process.exit();
		throw error;
	});
}

/** One object or list, readable by programs and by people. */
export function printJson(value: unknown): void {
	process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLine(text: string): void {
	process.stdout.write(`${text}\n`);
}

export function printNote(text: string): void {
	process.stderr.write(`${text}\n`);
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

/** `1 run`, `3 runs` */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
}
