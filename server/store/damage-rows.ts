import type { Store } from "./open.ts";

export type DamageState = "damaged" | "missing";

/** Replaces what is known of damaged contents of a project by what a check has just found. */
export function writeDamage(
	store: Store,
	projectId: string,
	found: readonly { sha256: string; state: DamageState }[],
): void {
	store.transaction(() => {
		store.db.prepare("DELETE FROM Damage WHERE projectId = ?").run(projectId);
		const insert = store.db.prepare(
			"INSERT INTO Damage (projectId, sha256, state, foundAt) VALUES (?, ?, ?, ?)",
		);
		for (const { sha256, state } of found) insert.run(projectId, sha256, state, Date.now());
	});
}

/** Whether the last deep check found a content damaged. */
export function isKnownDamaged(store: Store, projectId: string, sha256: string): boolean {
	return (
		store.db
			.prepare("SELECT 1 FROM Damage WHERE projectId = ? AND sha256 = ? AND state = 'damaged'")
			.get(projectId, sha256) !== undefined
	);
}
