import { DomainError } from "../domain/errors.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

/** version: a candidate's files; evidence: what nothing cites of its examinations; transcript: a call's raw output */
export type RemovalKind = "version" | "evidence" | "transcript";

export interface Removal {
	runId: string;
	targetId: string;
	kind: RemovalKind;
}

/** Says for good that these go; call inside the transaction that decided it, before any byte is taken. */
export function insertRemovals(store: Store, removals: readonly Removal[]): void {
	const insert = store.db.prepare(
		"INSERT INTO Removal (id, runId, targetId, kind, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
	);
	const now = Date.now();
	for (const { runId, targetId, kind } of removals) insert.run(newId(), runId, targetId, kind, now);
}

/** What went, by `kind:targetId`, with the time of its decision. */
export function readRemovals(store: Store): Map<string, number> {
	const rows = store.db.prepare("SELECT kind, targetId, at FROM Removal").all() as {
		kind: RemovalKind;
		targetId: string;
		at: number;
	}[];
	return new Map(rows.map((row) => [`${row.kind}:${row.targetId}`, row.at]));
}

/** @throws DomainError `conflict` for a candidate whose files gc took away */
export function refuseRemoved(store: Store, candidateId: string): void {
	const row = store.db
		.prepare("SELECT at FROM Removal WHERE targetId = ? AND kind = 'version'")
		.get(candidateId) as { at: number } | undefined;
	if (!row) return;
	const date = new Date(row.at).toISOString().slice(0, 10);
	throw new DomainError(
		"conflict",
		`The files of this candidate were removed by gc on ${date}: its verdict and its list of files stay, it can't be laid out again. Pin candidates that you want to keep.`,
	);
}

/** Tombstones of contents: written before their bytes go, so that what is missing without one is damage. */
export function buryBlobs(
	store: Store,
	projectId: string,
	contents: readonly { sha256: string; size: number }[],
): void {
	const now = Date.now();
	store.transaction(() => {
		const bury = store.db.prepare(
			`INSERT INTO Blob (projectId, sha256, size, mime, createdAt, removedAt) VALUES (?, ?, ?, 'application/octet-stream', ?, ?)
			ON CONFLICT DO UPDATE SET removedAt = excluded.removedAt`,
		);
		for (const { sha256, size } of contents) bury.run(projectId, sha256, size, now, now);
	});
}

/** When gc took a content; null if it didn't. */
export function buriedAt(store: Store, projectId: string, sha256: string): number | null {
	const row = store.db
		.prepare("SELECT removedAt FROM Blob WHERE projectId = ? AND sha256 = ?")
		.get(projectId, sha256) as { removedAt: number | null } | undefined;
	return row?.removedAt ?? null;
}
