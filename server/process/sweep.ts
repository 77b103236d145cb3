import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import { isAlive } from "./identity.ts";
import { commandOf, findMarked } from "./process-table.ts";

export { findMarked } from "./process-table.ts";

/** One process by an identity that survives the reuse of its pid. */
export interface ProcessIdentity {
	pid: number;
	startTime: string;
}

const patienceMs = 30_000;

/**
 * Ends every process that `find` names, for sure: stop all, look again until nothing new turns up (so that nobody can
 * fork out of it), kill all, wait until none is left. Zombies don't count.
 * @returns how many were ended
 * @throws DomainError("infrastructure") naming what is still there after 30 s (a process in an uninterruptible wait)
 */
export async function endAll(find: () => ProcessIdentity[]): Promise<number> {
	const ended = new Map<string, ProcessIdentity>();
	const deadline = performance.now() + patienceMs;
	for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
		const round = new Map<string, ProcessIdentity>();
		for (;;) {
			const fresh = find().filter((found) => !round.has(keyOf(found)));
			if (fresh.length === 0) break;
			for (const found of fresh) {
				round.set(keyOf(found), found);
				signal(found, "SIGSTOP");
			}
		}
		if (round.size === 0) return ended.size;
		for (const [key, found] of round) {
			ended.set(key, found);
			signal(found, "SIGKILL");
		}
		await sleep(pause);
		if (performance.now() > deadline) {
			const left = [...round.values()].filter((found) => isAlive(found.pid, found.startTime));
			if (left.length === 0) continue;
			throw new DomainError(
				"infrastructure",
				`These processes can't be ended: ${left.map((found) => `${found.pid} (${commandOf(found.pid)})`).join(", ")}. They probably wait for a device; end them by hand or restart the machine.`,
			);
		}
	}
}

/** Ends every process that carries this marker (`FUSELINE_MARKER` in its environment). @returns how many */
export async function endMarked(marker: string): Promise<number> {
	return endAll(() => findMarked(marker));
}

function keyOf(found: ProcessIdentity): string {
	return `${found.pid} ${found.startTime}`;
}

/** Checked against the start time right before, so that a reused pid is never hit. */
export function signal(target: ProcessIdentity, name: NodeJS.Signals): void {
	if (!isAlive(target.pid, target.startTime)) return;
	try {
		process.kill(target.pid, name);
	} catch {
		// gone in between, or not ours: the next look tells
	}
}
