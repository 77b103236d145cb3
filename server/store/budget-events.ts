import type { RunStatus } from "../domain/run.ts";
import type { RunEvent } from "../domain/run-event.ts";
import type { Store } from "./open.ts";

/*
 * What the event log says of a run's budgets. The log is their only record: a configuration never changes.
 */

function eventsOf<Kind extends RunEvent["kind"]>(
	store: Store,
	runId: string,
	kind: Kind,
): { at: number; event: RunEvent & { kind: Kind } }[] {
	const rows = store.db
		.prepare("SELECT at, data FROM Event WHERE runId = ? AND channel = 'run' AND kind = ? ORDER BY seq")
		.all(runId, kind) as { at: number; data: string }[];
	return rows.map(({ at, data }) => ({ at, event: JSON.parse(data) as RunEvent & { kind: Kind } }));
}

/** Limits that people raised since the start, the newest of each. */
export function raisedBudgets(store: Store, runId: string): Record<string, number> {
	return Object.assign({}, ...eventsOf(store, runId, "budget.raised").map(({ event }) => event.limits));
}

/** Whether this limit was warned of; `loop` for a budget that each loop has anew. */
export function alreadyWarned(
	store: Store,
	runId: string,
	warning: { key: string; limit: number; loop: number | null },
): boolean {
	return eventsOf(store, runId, "budget.warned").some(
		({ event }) =>
			event.key === warning.key &&
			event.limit === warning.limit &&
			(warning.loop === null || event.loop === warning.loop),
	);
}

export function diskMeasuredIn(store: Store, runId: string, loop: number): boolean {
	return eventsOf(store, runId, "budget.disk").some(({ event }) => event.loop === loop);
}

/** Every change of a run's status, oldest first; while it had no living runner it counts as suspended. */
export function statusChanges(store: Store, runId: string): { at: number; status: RunStatus }[] {
	const said = eventsOf(store, runId, "run.status").map(({ at, event }) => ({ at, status: event.status }));
	for (const { at, event } of eventsOf(store, runId, "run.lost")) {
		const before = said.findLastIndex((change) => change.at <= event.since);
		const status = said[before]?.status;
		if (status === undefined) continue;
		said.splice(before + 1, 0, { at: event.since, status: "suspended" }, { at, status });
	}
	return said;
}

/** Bytes of the contents that a project got since a run was made. */
export function contentsAddedSince(store: Store, projectId: string, runId: string): number {
	const row = store.db
		.prepare(
			`SELECT COALESCE(SUM(size), 0) AS bytes FROM Blob
			WHERE projectId = ? AND removedAt IS NULL AND createdAt >= (SELECT createdAt FROM Run WHERE id = ?)`,
		)
		.get(projectId, runId) as { bytes: number };
	return row.bytes;
}
