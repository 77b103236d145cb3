import type { Store } from "./open.ts";

/** Names a content of a project; its bytes must be durable in the project's contents file already. */
export function nameBlob(store: Store, projectId: string, sha256: string, size: number, mime: string): void {
	store.db
		.prepare(
			"INSERT INTO Blob (projectId, sha256, size, mime, createdAt) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET removedAt = NULL WHERE removedAt IS NOT NULL",
		)
		.run(projectId, sha256, size, mime, Date.now());
}
