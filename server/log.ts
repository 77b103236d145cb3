import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";

type Fields = Record<string, unknown>;

/** What a process of ours says about itself: JSON lines in `logs/<name>.log`, warnings and errors on stderr too. */
export interface Log {
	info(message: string, fields?: Fields): void;
	warn(message: string, fields?: Fields): void;
	error(message: string, fields?: Fields): void;
}

const rotateAtBytes = 10 * 1024 * 1024;

/** The log of one process. Never throws: a full disk must not end a run by its log. */
export function openLog(config: Pick<Config, "dataDirectory">, name: string): Log {
	const file = path.join(config.dataDirectory, "logs", `${name}.log`);
	const write = (level: "info" | "warn" | "error", message: string, fields: Fields = {}) => {
		const line = JSON.stringify({
			at: new Date().toISOString(),
			level,
			pid: process.pid,
			message,
			...fields,
		});
		try {
			mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
			rotate(file);
			appendFileSync(file, `${line}\n`, { mode: 0o600 });
		} catch {
			// nowhere to write to; stderr below still has warnings and errors
		}
		if (level !== "info")
			console.error(`${name}: ${message}${fields.error === undefined ? "" : `: ${fields.error}`}`);
	};
	return {
		info: (message, fields) => write("info", message, fields),
		warn: (message, fields) => write("warn", message, fields),
		error: (message, fields) => write("error", message, fields),
	};
}

/** Keeps one older file. Several runners share a name; a rename that another did first is fine. */
function rotate(file: string): void {
	const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (size > rotateAtBytes) renameSync(file, `${file}.1`);
}
