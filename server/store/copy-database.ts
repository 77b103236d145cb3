import { closeSync, fsyncSync, openSync } from "node:fs";
import Database from "better-sqlite3";

/**
 * Copies a database as it is at this moment to a new file (0600), durable on return. Others read and write meanwhile.
 * @throws as SQLite says it
 */
export function copyDatabase(from: string, to: string): void {
	const db = new Database(from, { readonly: true, fileMustExist: true, timeout: 30_000 });
	try {
		// VACUUM INTO takes an empty file, and leaves its mode
		closeSync(openSync(to, "wx", 0o600));
		db.prepare("VACUUM INTO ?").run(to);
	} finally {
		db.close();
	}
	// SQLite doesn't flush what VACUUM INTO wrote
	flush(to);
}

export function flush(place: string): void {
	const descriptor = openSync(place, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Numbers that a copy is compared by. `file` must be a copy that nobody writes. */
export function countRows(file: string): {
	schema: string;
	lastEvent: number;
	projects: number;
	runs: number;
	candidates: number;
	events: number;
} {
	const db = new Database(file, { readonly: true, fileMustExist: true });
	try {
		const one = <T>(sql: string) => (db.prepare(sql).get() as { value: T }).value;
		return {
			schema: one<string>(
				"SELECT MAX(migration_name) AS value FROM _prisma_migrations WHERE rolled_back_at IS NULL",
			),
			lastEvent: one<number>("SELECT COALESCE(MAX(id), 0) AS value FROM Event"),
			projects: one<number>("SELECT COUNT(*) AS value FROM Project"),
			runs: one<number>("SELECT COUNT(*) AS value FROM Run"),
			candidates: one<number>("SELECT COUNT(*) AS value FROM Candidate"),
			events: one<number>("SELECT COUNT(*) AS value FROM Event"),
		};
	} finally {
		db.close();
	}
}
