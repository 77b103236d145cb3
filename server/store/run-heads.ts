import { z } from "zod";
import { type RunStatus, runStatusSchema } from "../domain/run.ts";
import type { Store } from "./open.ts";

/** What the daemon watches of a run. */
export interface RunHead {
	runId: string;
	seq: number;
	status: RunStatus;
}

/** Runs with their last event; at most a few thousand small rows, read when something was committed. */
export function readRunHeads(store: Store): RunHead[] {
	return store.db.prepare("SELECT id AS runId, lastSeq AS seq, status FROM Run").all() as RunHead[];
}

const livenessSchema = z.object({
	runId: z.string(),
	status: runStatusSchema,
	runnerPid: z.number().nullable(),
	runnerStart: z.string().nullable(),
	crashes: z.number(),
});
export type RunLiveness = z.infer<typeof livenessSchema>;

const columns = "id AS runId, status, runnerPid, runnerStart, crashes";

/** Runs that have not ended, with the process that had each last. */
export function readOpenRuns(store: Store): RunLiveness[] {
	return store.db
		.prepare(`SELECT ${columns} FROM Run WHERE status != 'ended' ORDER BY id`)
		.all()
		.map((row) => livenessSchema.parse(row));
}

/** One run's, or null for an unknown one. */
export function readLiveness(store: Store, runId: string): RunLiveness | null {
	const row = store.db.prepare(`SELECT ${columns} FROM Run WHERE id = ?`).get(runId);
	return row === undefined ? null : livenessSchema.parse(row);
}

/** Extra examinations that say that they are under way. */
export function runningExaminations(store: Store): { id: string; runId: string }[] {
	return store.db
		.prepare("SELECT id, runId FROM Examination WHERE official = 0 AND status = 'running'")
		.all() as { id: string; runId: string }[];
}
