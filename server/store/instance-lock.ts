import { chmodSync } from "node:fs";
import Database from "better-sqlite3";

/**
 * Takes the data directory for this process. The lock is one of SQLite's on a file of its own, so the kernel lets go of
 * it however the process ends. Null: another living process has it.
 */
export function takeInstanceLock(file: string): { release(): void } | null {
	const db = new Database(file, { timeout: 0 });
	try {
		chmodSync(file, 0o600);
		db.pragma("journal_mode = MEMORY");
		db.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		db.close();
		if ((error as { code?: string }).code === "SQLITE_BUSY") return null;
		throw error;
	}
	return { release: () => db.close() };
}
