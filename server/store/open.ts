import { chmodSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import { migrate } from "./migrate.ts";

/** The main database as daemon and runners write it. Everything here is synchronous and takes milliseconds. */
export interface Store {
	db: Database.Database;
	file: string;
	close(): void;
	/** changes when another connection commits; own commits don't count */
	dataVersion(): number;
	/** `BEGIN IMMEDIATE` … `COMMIT`; rolled back when `body` throws. `body` must not be async. */
	transaction<T>(body: () => T): T;
}

const busyTimeoutMs = 10_000;

/**
 * What every connection must run with; SQLite answers a pragma that it can't follow with silence, so each is read back.
 * recursive_triggers: without it `INSERT OR REPLACE` would slip past the triggers of append-only tables.
 */
const settings: readonly { pragma: string; set: string; expected: string | number }[] = [
	{ pragma: "busy_timeout", set: String(busyTimeoutMs), expected: busyTimeoutMs },
	{ pragma: "journal_mode", set: "WAL", expected: "wal" },
	{ pragma: "synchronous", set: "FULL", expected: 2 },
	{ pragma: "foreign_keys", set: "ON", expected: 1 },
	{ pragma: "recursive_triggers", set: "ON", expected: 1 },
];

/**
 * Opens (and makes, mode 0600) the main database and applies the migrations that it lacks.
 * @throws DomainError `infrastructure` if it can't be opened, is damaged, or belongs to a newer version
 */
export function openStore(file: string, options: { migrationsDirectory: string }): Store {
	const db = openFile(file);
	try {
		applySettings(db);
		migrate(db, options.migrationsDirectory);
		applySettings(db);
	} catch (error) {
		db.close();
		if (error instanceof DomainError) throw error;
		throw new DomainError(
			"infrastructure",
			`The database ${file} can't be used: ${messageOf(error)}. Restore it from a backup, or point FUSELINE_DATA_DIR at another folder.`,
		);
	}
	return {
		db,
		file,
		close: () => db.close(),
		dataVersion: () => db.pragma("data_version", { simple: true }) as number,
		transaction: (body) => db.transaction(body).immediate(),
	};
}

function openFile(file: string): Database.Database {
	try {
		// not recursive: Node loops for ever on some file systems (/proc), and the daemon has made the data directory
		if (!existsSync(path.dirname(file))) mkdirSync(path.dirname(file), { mode: 0o700 });
		const fresh = !existsSync(file);
		const db = new Database(file, { timeout: busyTimeoutMs });
		// before the first page is written; SQLite gives -wal and -shm the mode of the main file
		if (fresh) chmodSync(file, 0o600);
		return db;
	} catch (error) {
		throw new DomainError(
			"infrastructure",
			`The database ${file} can't be opened: ${messageOf(error)}. Make the folder writable for you, or point FUSELINE_DATA_DIR at another one.`,
		);
	}
}

function applySettings(db: Database.Database): void {
	for (const { pragma, set, expected } of settings) {
		db.pragma(`${pragma} = ${set}`);
		const actual = db.pragma(pragma, { simple: true });
		if (actual !== expected) {
			throw new DomainError(
				"infrastructure",
				`SQLite refuses ${pragma}=${set} for ${db.name} (it says ${String(actual)}). The folder is perhaps on a network disk: point FUSELINE_DATA_DIR at a local one.`,
			);
		}
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
