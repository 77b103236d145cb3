import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import { backUpBefore } from "./backup-before.ts";

/** Prisma's own bookkeeping table, word for word, so that its CLI accepts a database that we made. */
const bookkeeping = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

interface Migration {
	name: string;
	sql: string;
	checksum: string;
}

interface AppliedRow {
	name: string;
	checksum: string;
	finishedAt: string | null;
}

/**
 * Brings a database to the schema of this version: applies each committed migration that it lacks, each in one
 * transaction of its own, so that a process that dies meanwhile leaves the old or the new and nothing between. What is
 * there is copied beside the file first. Refuses a database that was made by a newer version or with other migrations.
 * @returns names of the migrations applied now
 * @throws DomainError `infrastructure`
 */
export function migrate(db: Database.Database, directory: string): string[] {
	db.exec(bookkeeping);
	const known = readMigrations(directory);
	refuseUnknown(db, known);
	const applied: string[] = [];
	for (const migration of known) {
		if (isApplied(db, migration)) continue;
		if (applied.length === 0) backUpBefore(db, migration.name);
		if (applyOnce(db, migration)) applied.push(migration.name);
	}
	return applied;
}

function readMigrations(directory: string): Migration[] {
	if (!existsSync(directory)) {
		throw new DomainError(
			"infrastructure",
			`The database migrations are missing: there is no folder ${directory}. Restore it from the repository (git checkout prisma/migrations).`,
		);
	}
	return readdirSync(directory)
		.sort()
		.filter((name) => existsSync(path.join(directory, name, "migration.sql")))
		.map((name) => {
			const sql = readFileSync(path.join(directory, name, "migration.sql"), "utf8");
			return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
		});
}

function appliedRows(db: Database.Database): AppliedRow[] {
	return db
		.prepare(
			`SELECT migration_name AS name, checksum, finished_at AS finishedAt
			 FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
		)
		.all() as AppliedRow[];
}

function isApplied(db: Database.Database, migration: Migration): boolean {
	return appliedRows(db).some((row) => row.name === migration.name);
}

function refuseUnknown(db: Database.Database, known: Migration[]): void {
	const byName = new Map(known.map((migration) => [migration.name, migration]));
	for (const row of appliedRows(db)) {
		const migration = byName.get(row.name);
		if (!migration) {
			throw new DomainError(
				"infrastructure",
				`The database ${db.name} was last used by a newer Fuseline: it has the migration ${row.name}, which this version doesn't know. Update Fuseline, or point FUSELINE_DATA_DIR at another folder.`,
			);
		}
		if (row.finishedAt === null) {
			throw new DomainError(
				"infrastructure",
				`The migration ${row.name} of ${db.name} was begun elsewhere and never finished. Restore the database from a backup, or point FUSELINE_DATA_DIR at another folder.`,
			);
		}
		if (row.checksum !== migration.checksum) {
			throw new DomainError(
				"infrastructure",
				`The migration ${row.name} differs from the one that made ${db.name}. Restore prisma/migrations/${row.name}/migration.sql (git checkout), and put changes into a new migration.`,
			);
		}
	}
}

/** Asked again inside the write lock: two processes may start on an empty database at once. */
function applyOnce(db: Database.Database, migration: Migration): boolean {
	const startedAt = sqlTime();
	// Table rebuilds need foreign keys off, and that switch does nothing inside a transaction.
	db.pragma("foreign_keys = OFF");
	try {
		return db
			.transaction(() => {
				if (isApplied(db, migration)) return false;
				db.exec(migration.sql);
				const broken = db.pragma("foreign_key_check") as unknown[];
				if (broken.length > 0) {
					throw new DomainError(
						"infrastructure",
						`The migration ${migration.name} leaves ${broken.length} rows of ${db.name} without the rows that they name. Nothing was changed; please report this with the database's log.`,
					);
				}
				db.prepare(
					`INSERT INTO _prisma_migrations
					 (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)`,
				).run(randomUUID(), migration.checksum, sqlTime(), migration.name, startedAt);
				return true;
			})
			.immediate();
	} finally {
		db.pragma("foreign_keys = ON");
	}
}

function sqlTime(): string {
	return new Date().toISOString().replace("Z", "+00:00");
}
