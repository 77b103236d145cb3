/** What a process is for; `other` is whatever a call, a check, a probe or a product has started. */
export type ProcessPart =
	| "daemon"
	| "pages"
	| "runner"
	| "call"
	| "examination"
	| "visit"
	| "sandbox"
	| "other";

/** One process that belongs to us. Null is "the system doesn't say". */
export interface OwnedProcess {
	pid: number;
	/** with the pid an identity that a reused pid can't have */
	startTime: string;
	parent: number;
	part: ProcessPart;
	command: string;
	/** `R`, `S`, `D` (waits for a device), `T` (stopped), … */
	state: string;
	ageMs: number | null;
	rssBytes: number | null;
	cpuMs: number | null;
	ports: number[];
	/** how it was found: by name, by the marker in its environment, or by hanging together with one that has it */
	foundBy: "named" | "marker" | "descent" | "group" | "namespace";
	run: { id: string; name: string; status: string } | null;
	call: { id: string; role: string; harness: string; loop: number } | null;
	candidateId: string | null;
	/** nobody waits for it any more: its call, run or visit is over */
	stray: boolean;
}

export interface ProcessLedgerView {
	takenAt: number;
	processes: OwnedProcess[];
	/** false: this system has no process table that we can read in full, so children may be missing */
	complete: boolean;
}

/** What a sweep did. */
export interface SweepResult {
	/** runs that were told to stop, by name */
	stopped: string[];
	/** processes that were ended */
	ended: number;
	/** runs that rest (paused, asking, suspended): they have no process and were left alone */
	resting: number;
}
