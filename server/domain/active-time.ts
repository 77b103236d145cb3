import type { RunStatus } from "./run.ts";

const working: readonly RunStatus[] = ["running", "pausing", "stopping", "waiting"];

/** A run is at work, or waits for a limit to reset; time in which it rests is in no time budget. */
export function isAtWork(status: RunStatus): boolean {
	return working.includes(status);
}

/** Milliseconds at work between `from` and `now`, by the run's changes of status, oldest first. */
export function activeTime(
	changes: readonly { at: number; status: RunStatus }[],
	from: number,
	now: number,
): number {
	let sum = 0;
	let since: number | null = null;
	for (const { at, status } of changes) {
		if (since !== null && !isAtWork(status)) {
			sum += Math.max(0, at - Math.max(since, from));
			since = null;
		} else if (since === null && isAtWork(status)) since = at;
	}
	return since === null ? sum : sum + Math.max(0, now - Math.max(since, from));
}
