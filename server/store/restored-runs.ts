import type { Store } from "./open.ts";
import { setRunStatus } from "./run-status.ts";

/** In a restored directory no process works for any run: what was at work rests, and no unit of work is open. */
export function settleRestoredRuns(store: Store): void {
	store.transaction(() => {
		store.db.exec("UPDATE Run SET runnerPid = NULL, runnerStart = NULL");
		store.db.exec("DELETE FROM ContentLease");
		const working = store.db
			.prepare("SELECT id FROM Run WHERE status IN ('queued', 'running', 'pausing', 'stopping', 'waiting')")
			.all() as { id: string }[];
		for (const { id } of working) {
			setRunStatus(store, id, {
				status: "suspended",
				detail: "It was at work when the backup was made; resume to go on.",
			});
		}
	});
}
