import { type Issue, type IssueEvent, issueSchema } from "../domain/ledger.ts";
import { appendRunEvent } from "./events.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

/** The run's ledger, oldest issue first. */
export function readLedger(store: Store, runId: string): Issue[] {
	return store.db
		.prepare(
			'SELECT "key", title, severity, status, claim, firstLoop, lastLoop, reopenings FROM Issue WHERE runId = ? ORDER BY id',
		)
		.all(runId)
		.map((row) => issueSchema.parse(row));
}

/**
 * Writes a new state of the ledger with the events that led to it; each event that moves an issue is announced in the
 * run's log. Call inside a transaction.
 */
export function writeLedger(
	store: Store,
	runId: string,
	issues: readonly Issue[],
	events: readonly IssueEvent[],
	bound: { candidateId: string | null; examinationId: string | null },
): void {
	const upsert = store.db.prepare(
		`INSERT INTO Issue (id, runId, "key", title, severity, status, claim, firstLoop, lastLoop, reopenings)
		VALUES (@id, @runId, @key, @title, @severity, @status, @claim, @firstLoop, @lastLoop, @reopenings)
		ON CONFLICT (runId, "key") DO UPDATE SET title = @title, severity = @severity, status = @status, claim = @claim,
		lastLoop = @lastLoop, reopenings = @reopenings`,
	);
	for (const issue of issues) upsert.run({ ...issue, id: newId(), runId });
	const before = new Map(issues.map((issue) => [issue.key, issue]));
	for (const event of events) {
		const row = store.db
			.prepare('SELECT id FROM Issue WHERE runId = ? AND "key" = ?')
			.get(runId, event.key) as { id: string } | undefined;
		const issue = before.get(event.key);
		if (!row || !issue) throw new Error(`issue event for the unknown issue ${event.key}`);
		store.db
			.prepare(
				`INSERT INTO IssueEvent (id, issueId, kind, "from", "to", loop, candidateId, examinationId, records, note, at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			)
			.run(
				newId(),
				row.id,
				event.kind,
				event.from,
				event.to,
				event.loop,
				bound.candidateId,
				bound.examinationId,
				JSON.stringify(event.records),
				event.note,
				Date.now(),
			);
		if (event.from === event.to) continue;
		appendRunEvent(store, runId, {
			kind: "issue.changed",
			loop: event.loop,
			key: event.key,
			title: issue.title,
			severity: issue.severity,
			from: event.from,
			to: event.to,
			reopened: event.kind === "regressed",
		});
	}
}
