import { type RunStatus, runStatusSchema } from "../domain/run.ts";
import type { Store } from "./open.ts";

export interface RunOwner {
	id: string;
	name: string;
	status: RunStatus;
	runnerPid: number | null;
	runnerStart: string | null;
}

/** Which run a marker names; null for one of another data directory. `name` is `project/number`. */
export function runOwner(store: Store, runId: string): RunOwner | null {
	const row = store.db
		.prepare(
			`SELECT Run.id, Project.name || '/' || Run.number AS name, status, runnerPid, runnerStart
			FROM Run JOIN Project ON Project.id = Run.projectId WHERE Run.id = ?`,
		)
		.get(runId) as (Omit<RunOwner, "status"> & { status: string }) | undefined;
	return row === undefined ? null : { ...row, status: runStatusSchema.parse(row.status) };
}

export interface CallOwner {
	id: string;
	role: string;
	harness: string;
	loop: number;
	endedAt: number | null;
}

/** The call that a marker's last part names, or null. */
export function callOwner(store: Store, id: string): CallOwner | null {
	const row = store.db
		.prepare("SELECT id, role, harness, loop, endedAt FROM Invocation WHERE id = ?")
		.get(id) as CallOwner | undefined;
	return row ?? null;
}

/** The run and candidate of an extra examination, and whether it says that it is under way. */
export function examinationOwner(
	store: Store,
	id: string,
): { runId: string; candidateId: string; running: boolean } | null {
	const row = store.db.prepare("SELECT runId, candidateId, status FROM Examination WHERE id = ?").get(id) as
		| { runId: string; candidateId: string; status: string }
		| undefined;
	return row === undefined ? null : { ...row, running: row.status === "running" };
}

/** The run that a candidate belongs to, or null. */
export function candidateRun(store: Store, candidateId: string): string | null {
	const row = store.db.prepare("SELECT runId FROM Candidate WHERE id = ?").get(candidateId) as
		| { runId: string }
		| undefined;
	return row?.runId ?? null;
}
