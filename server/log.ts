import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { plainLine } from "./domain/plain-text.ts";

export type Fields = Record<string, unknown>;

/** One line per event: for machines in the data directory's `logs/`, warnings and errors for people on stderr too. */
export interface Log {
	info(message: string, fields?: Fields): void;
	warn(message: string, fields?: Fields): void;
	error(message: string, fields?: Fields): void;
}

const rotateAtBytes = 5 * 1024 * 1024;
const keptFiles = 3;

/**
 * Opens `logs/<name>.log`. Several processes may write to the same file: each line is one append, and whoever finds the
 * file full moves it aside. A full disk costs lines, never the work that they tell of.
 */
export function openLog(place: { dataDirectory: string }, name: string): Log {
	const file = path.join(place.dataDirectory, "logs", `${name}.log`);
	const write = (level: keyof Log, message: string, fields: Fields = {}) => {
		const line = JSON.stringify({
			at: new Date().toISOString(),
			level,
			pid: process.pid,
			message,
			...fields,
		});
		try {
			rotate(file);
			appendFileSync(file, `${line}\n`, { mode: 0o600 });
		} catch {
			// nothing better to do than to go on
		}
		if (level !== "info") process.stderr.write(`${name}: ${plainLine(message + inWords(fields))}\n`);
	};
	try {
		mkdirSync(path.dirname(file), { mode: 0o700 });
	} catch {
		// it is there, or the first write fails
	}
	return {
		info: (message, fields) => write("info", message, fields),
		warn: (message, fields) => write("warn", message, fields),
		error: (message, fields) => write("error", message, fields),
	};
}

function rotate(file: string): void {
	const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (size < rotateAtBytes) return;
	for (let index = keptFiles - 1; index >= 1; index--) {
		try {
			renameSync(index === 1 ? file : `${file}.${index - 1}`, `${file}.${index}`);
		} catch {
			// not that many yet, or another process was faster
		}
	}
}

function inWords(fields: Fields): string {
	const parts = Object.entries(fields).map(
		([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
	);
	return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
