import type { HarnessEvent } from "../domain/harness.ts";
import { type RunEvent, runEventSchema, type StoredRunEvent } from "../domain/run-event.ts";
import { faultPoint } from "../fault-point.ts";
import type { Store } from "./open.ts";

/*
 * The event log. `seq` is given out from Run.lastSeq in the same transaction as the row, so it has no gap and no twin
 * whoever writes. Two channels share it: `run` (the ledger's events, folded) and `log` (what a CLI said).
 */

/** Appends one event of the run; call inside a transaction together with the rows that it announces. Returns its seq. */
export function appendRunEvent(store: Store, runId: string, event: RunEvent): number {
	const parsed = runEventSchema.parse(event);
	return append(
		store,
		runId,
		"run",
		parsed.kind,
		loopOf(parsed),
		invocationOf(parsed),
		JSON.stringify(parsed),
	);
}

/** Appends what a CLI said, in one transaction. `kind` of a row is the harness event's type. */
export function appendLog(
	store: Store,
	runId: string,
	loop: number,
	invocationId: string,
	events: readonly HarnessEvent[],
): void {
	if (events.length === 0) return;
	store.transaction(() => {
		for (const event of events) {
			append(store, runId, "log", event.type, loop, invocationId, JSON.stringify(event));
		}
	});
}

function append(
	store: Store,
	runId: string,
	channel: "run" | "log",
	kind: string,
	loop: number | null,
	invocationId: string | null,
	data: string,
): number {
	const row = store.db
		.prepare("UPDATE Run SET lastSeq = lastSeq + 1 WHERE id = ? RETURNING lastSeq")
		.get(runId) as { lastSeq: number } | undefined;
	if (!row) throw new Error(`event for an unknown run ${runId}`);
	faultPoint("event.numbered");
	store.db
		.prepare(
			"INSERT INTO Event (runId, seq, at, channel, kind, loop, invocationId, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		)
		.run(runId, row.lastSeq, Date.now(), channel, kind, loop, invocationId, data);
	return row.lastSeq;
}

function loopOf(event: RunEvent): number | null {
	return "loop" in event ? event.loop : null;
}

function invocationOf(event: RunEvent): string | null {
	return "invocationId" in event ? event.invocationId : null;
}

/** Events of the `run` channel after a cursor, oldest first. */
export function readRunEvents(store: Store, runId: string, after: number, limit: number): StoredRunEvent[] {
	const rows = store.db
		.prepare(
			"SELECT seq, at, data FROM Event WHERE runId = ? AND channel = 'run' AND seq > ? ORDER BY seq LIMIT ?",
		)
		.all(runId, after, limit) as { seq: number; at: number; data: string }[];
	return rows.map((row) => ({
		seq: row.seq,
		at: row.at,
		event: runEventSchema.parse(JSON.parse(row.data)),
	}));
}

/** When the run's newest event was written, ms since 1970; null for a run without any. */
export function lastSignOfLife(store: Store, runId: string): number | null {
	const row = store.db.prepare("SELECT at FROM Event WHERE runId = ? ORDER BY seq DESC LIMIT 1").get(runId) as
		| { at: number }
		| undefined;
	return row?.at ?? null;
}

/** Last seq of a run, whatever the channel; null for an unknown run. */
export function lastSeq(store: Store, runId: string): number | null {
	const row = store.db.prepare("SELECT lastSeq FROM Run WHERE id = ?").get(runId) as
		| { lastSeq: number }
		| undefined;
	return row?.lastSeq ?? null;
}
