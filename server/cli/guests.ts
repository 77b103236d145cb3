import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";
import { prepareDataDirectory } from "../daemon/data-directory.ts";
import { isAlive, startTimeOf } from "../process/identity.ts";

/*
 * Commands that share a daemon which none of them may end under the others: each signs in, and the last one out ends
 * it, if a command had started it.
 */

const hostFile = "daemon";

function folder(config: Config): string {
	return path.join(config.dataDirectory, "guests");
}

/**
 * Signs this process in; to be done before the daemon is looked for.
 * @throws DomainError `infrastructure` if the data directory can't be written
 */
export function enter(config: Config): void {
	prepareDataDirectory(config.dataDirectory);
	mkdirSync(folder(config), { recursive: true, mode: 0o700 });
	const name = path.join(folder(config), String(process.pid));
	writeFileSync(name, startTimeOf(process.pid) ?? "", { mode: 0o600 });
}

/** Notes that this daemon was started by a command, for commands. */
export function noteHost(config: Config, pid: number): void {
	writeFileSync(path.join(folder(config), hostFile), String(pid), { mode: 0o600 });
}

/** Whether a command started this daemon. */
export function isHost(config: Config, pid: number): boolean {
	return read(path.join(folder(config), hostFile)) === String(pid);
}

/** Signs this process out; true if nobody else is in. What dead ones left behind is cleared away. */
export function leave(config: Config): boolean {
	rmSync(path.join(folder(config), String(process.pid)), { force: true });
	const others = readdirSync(folder(config)).filter((name) => /^\d+$/.test(name));
	const living = others.filter((name) => {
		const file = path.join(folder(config), name);
		const alive = isAlive(Number(name), read(file) ?? "");
		if (!alive) rmSync(file, { force: true });
		return alive;
	});
	return living.length === 0;
}

function read(file: string): string | null {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return null;
	}
}
