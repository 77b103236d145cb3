import type { RunStatus } from "./run.ts";
import type { RunView } from "./run-view.ts";

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

/** Milliseconds of work that are over, and since when more of it goes on; null: nothing goes on. */
export interface Work {
	ms: number;
	since: number | null;
}

/** The work of one loop: up to where the next one began, else up to where the run stands. */
export function loopWork(
	view: Pick<RunView, "rows" | "activeMs" | "activeSince">,
	loop: number,
): Work | null {
	const at = view.rows.findIndex((row) => row.loop === loop);
	const row = view.rows[at];
	if (row === undefined) return null;
	const next = view.rows[at + 1];
	return next
		? { ms: next.activeBefore - row.activeBefore, since: null }
		: { ms: view.activeMs - row.activeBefore, since: view.activeSince };
}

/**
 * Where a run's time went, milliseconds: at work (or waiting for a limit to reset), and at rest in between. `now` stands for
 * the end of a run that has none. Null before the start.
 */
export function runTime(
	run: Pick<RunView, "startedAt" | "endedAt" | "activeMs" | "activeSince">,
	now: number,
): { workMs: number; pausedMs: number } | null {
	if (run.startedAt === null) return null;
	const workMs = run.activeMs + (run.activeSince === null ? 0 : Math.max(0, now - run.activeSince));
	return { workMs, pausedMs: Math.max(0, (run.endedAt ?? now) - run.startedAt - workMs) };
}
