import type { RunStatus } from "./run.ts";

/** From each status to the ones that may follow it. `ended` is final. */
const transitions: Record<RunStatus, readonly RunStatus[]> = {
	queued: ["running", "stopping", "suspended", "quarantined", "ended"],
	running: ["pausing", "paused", "needs_input", "waiting", "stopping", "suspended", "quarantined", "ended"],
	pausing: ["paused", "running", "needs_input", "waiting", "stopping", "suspended", "quarantined", "ended"],
	paused: ["running", "stopping", "suspended", "quarantined", "ended"],
	needs_input: ["running", "stopping", "suspended", "quarantined", "ended"],
	waiting: ["running", "pausing", "paused", "needs_input", "stopping", "suspended", "quarantined", "ended"],
	stopping: ["ended", "suspended", "quarantined"],
	suspended: ["running", "paused", "needs_input", "stopping", "quarantined", "ended"],
	quarantined: ["running", "stopping", "ended"],
	ended: [],
};

/** May a run go from one status to another? Staying is always allowed, except that nothing is said after the end. */
export function canTransition(from: RunStatus, to: RunStatus): boolean {
	return (from === to && from !== "ended") || transitions[from].includes(to);
}

export function isEnded(status: RunStatus): boolean {
	return status === "ended";
}

/** A person may ask to pause: something is at work, or waits for a limit. */
export function canPause(status: RunStatus): boolean {
	return status === "running" || status === "waiting";
}

/** A person may let it go on. `needs_input` wants an answer instead. */
export function canResume(status: RunStatus): boolean {
	return status === "pausing" || status === "paused" || status === "suspended" || status === "quarantined";
}

export function canStop(status: RunStatus): boolean {
	return status !== "ended" && status !== "stopping";
}

export function canAnswer(status: RunStatus): boolean {
	return status === "needs_input";
}
