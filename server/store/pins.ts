import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

export type PinKind = "run" | "candidate";

/** Keeps a run or a candidate for ever; doing it twice changes nothing. */
export function pin(store: Store, kind: PinKind, targetId: string, note: string): void {
	store.transaction(() =>
		store.db
			.prepare(
				"INSERT INTO Pin (id, targetKind, targetId, note, createdAt) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
			)
			.run(newId(), kind, targetId, note, Date.now()),
	);
}

export function unpin(store: Store, kind: PinKind, targetId: string): void {
	store.transaction(() =>
		store.db.prepare("DELETE FROM Pin WHERE targetKind = ? AND targetId = ?").run(kind, targetId),
	);
}

/** Ids of everything that is pinned. */
export function readPins(store: Store): { runs: Set<string>; candidates: Set<string> } {
	const rows = store.db.prepare("SELECT targetKind AS kind, targetId AS id FROM Pin").all() as {
		kind: PinKind;
		id: string;
	}[];
	const of = (kind: PinKind) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.id));
	return { runs: of("run"), candidates: of("candidate") };
}
