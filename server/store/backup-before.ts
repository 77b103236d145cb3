import { closeSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import { flush } from "./copy-database.ts";

const kept = 2;

/**
 * Copies a database that holds something to `<file>.before-<migration>` beside it; the last two such copies are kept.
 * @throws DomainError `infrastructure` if it can't be copied: then nothing is migrated
 */
export function backUpBefore(db: Database.Database, migration: string): void {
	const holdsSomething = db.prepare("SELECT 1 FROM _prisma_migrations LIMIT 1").get() !== undefined;
	if (!holdsSomething || db.memory) return;
	const copy = `${db.name}.before-${migration}`;
	const partial = `${copy}.${process.pid}.partial`;
	try {
		rmSync(partial, { force: true });
		// VACUUM INTO takes an empty file, and leaves its mode
		closeSync(openSync(partial, "w", 0o600));
		db.prepare("VACUUM INTO ?").run(partial);
		// SQLite doesn't flush what VACUUM INTO wrote
		flush(partial);
		renameSync(partial, copy);
		flush(path.dirname(copy));
	} catch (error) {
		rmSync(partial, { force: true });
		throw new DomainError(
			"infrastructure",
			`The database ${db.name} must be brought to a newer form, and the copy that is kept of the old one can't be made (${(error as Error).message}). Free some space on its disk, then start again; nothing was changed.`,
		);
	}
	prune(db.name);
}

function prune(file: string): void {
	const prefix = `${path.basename(file)}.before-`;
	const copies = readdirSync(path.dirname(file)).filter(
		(name) => name.startsWith(prefix) && !name.endsWith(".partial"),
	);
	// migrations count up, so their names sort by age
	for (const name of copies.sort().slice(0, -kept))
		rmSync(path.join(path.dirname(file), name), { force: true });
}
