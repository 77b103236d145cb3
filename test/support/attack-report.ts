import { afterAll } from "vitest";

/** Keeps how each attack of a file ended and prints the list at its end, so that a person can read what was tried. */
export function attackReport(title: string): (name: string, how: string) => void {
	const lines: string[] = [];
	afterAll(() => {
		process.stdout.write(`\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}\n`).join("")}`);
	});
	return (name, how) => void lines.push(`${name.padEnd(64)} ${how}`);
}
