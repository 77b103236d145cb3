import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface Stray {
	pid: number;
	command: string;
}

/**
 * Living processes that have to do with `texts` by environment, command line or folder: also one that cleared its
 * environment and left its session. Zombies run nothing and don't count.
 */
export function findStrays(...texts: string[]): Stray[] {
	const found: Stray[] = [];
	for (const name of readdirSync("/proc")) {
		const pid = Number(name);
		if (!Number.isInteger(pid) || pid === process.pid) continue;
		try {
			const state = readFileSync(`/proc/${pid}/stat`, "latin1");
			if (/\) [ZX] /.test(state)) continue;
			const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
			const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
			if (texts.some((text) => environment.includes(text) || command.includes(text)))
				found.push({ pid, command });
		} catch {
			// gone in between, or not ours to see
		}
	}
	return found;
}

/** Waits until none is left; what still lives after `withinMs` is given back. */
export async function straysAfter(withinMs: number, ...texts: string[]): Promise<Stray[]> {
	for (const deadline = performance.now() + withinMs; ; await sleep(25)) {
		const found = findStrays(...texts);
		if (found.length === 0 || performance.now() > deadline) return found;
	}
}

/** Ends what a trial left, so that one failure doesn't become the next one's. Only what carries the trial's own text. */
export function endStrays(...texts: string[]): void {
	for (const { pid } of findStrays(...texts)) {
		try {
			process.kill(pid, "SIGKILL");
		} catch {
			// gone
		}
	}
}
