import { isAtWork } from "../domain/active-time.ts";
import type { EndCause, RunStatus } from "../domain/run.ts";
import { faultPoint } from "../fault-point.ts";
import { appendRunEvent, lastSignOfLife } from "./events.ts";
import type { Store } from "./open.ts";

export interface StatusChange {
	status: RunStatus;
	endCause?: EndCause | null;
	/** a sentence for people */
	detail?: string;
	question?: string | null;
	/** milliseconds since 1970 */
	waitUntil?: number | null;
}

/** Sets a run's status and says so in its log, in one transaction (nests in an outer one). */
export function setRunStatus(store: Store, runId: string, change: StatusChange): void {
	const now = Date.now();
	store.transaction(() => {
		store.db
			.prepare(
				`UPDATE Run SET status = @status, endCause = @endCause, detail = @detail, question = @question,
				waitUntil = @waitUntil,
				startedAt = CASE WHEN @status = 'running' THEN COALESCE(startedAt, @now) ELSE startedAt END,
				endedAt = CASE WHEN @status = 'ended' THEN @now ELSE NULL END
				WHERE id = @runId`,
			)
			.run({
				runId,
				now,
				status: change.status,
				endCause: change.endCause ?? null,
				detail: change.detail ?? "",
				question: change.question ?? null,
				waitUntil: change.waitUntil ?? null,
			});
		appendRunEvent(store, runId, {
			kind: "run.status",
			status: change.status,
			endCause: change.endCause ?? null,
			detail: change.detail ?? "",
			question: change.question ?? null,
			until: change.waitUntil == null ? null : new Date(change.waitUntil).toISOString(),
		});
		faultPoint("status.set");
	});
}

/**
 * Takes a run for this runner process. `otherAlive` says whether the recorded process still lives; then nothing is
 * changed and false is returned. Counts the load before anything can crash, so that a run that kills its runner at
 * load is noticed (`crashes` goes back to 0 with the first finished step).
 */
export function claimRun(
	store: Store,
	runId: string,
	self: { pid: number; startTime: string },
	otherAlive: (pid: number, startTime: string) => boolean,
): boolean {
	return store.transaction(() => {
		const row = store.db.prepare("SELECT runnerPid, runnerStart, status FROM Run WHERE id = ?").get(runId) as
			| { runnerPid: number | null; runnerStart: string | null; status: RunStatus }
			| undefined;
		if (!row) return false;
		if (row.runnerPid !== null && row.runnerStart !== null && row.runnerPid !== self.pid) {
			if (otherAlive(row.runnerPid, row.runnerStart)) return false;
		}
		const since = lastSignOfLife(store, runId);
		if (row.runnerPid !== null && isAtWork(row.status) && since !== null)
			appendRunEvent(store, runId, { kind: "run.lost", since });
		store.db
			.prepare("UPDATE Run SET runnerPid = ?, runnerStart = ?, crashes = crashes + 1 WHERE id = ?")
			.run(self.pid, self.startTime, runId);
		return true;
	});
}

/** The runner leaves in good order. */
export function releaseRun(store: Store, runId: string, pid: number): void {
	store.transaction(() => {
		store.db
			.prepare(
				"UPDATE Run SET runnerPid = NULL, runnerStart = NULL, crashes = 0 WHERE id = ? AND runnerPid = ?",
			)
			.run(runId, pid);
	});
}

/** A person stepped in: an answer, a resume after a question. */
export function countIntervention(store: Store, runId: string): void {
	store.db.prepare("UPDATE Run SET humanInterventions = humanInterventions + 1 WHERE id = ?").run(runId);
}
