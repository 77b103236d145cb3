import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";

export const chunkBytes = 1024 * 1024;
const chunksPerContent = 2 ** 24;

/** Row id of a chunk: the chunks of one content stand together, in order. */
export function chunkKey(id: number, seq: number): bigint {
	return BigInt(id) * BigInt(chunksPerContent) + BigInt(seq);
}

const schema = `
CREATE TABLE content (
	id INTEGER PRIMARY KEY,
	sha256 BLOB NOT NULL UNIQUE,
	size INTEGER NOT NULL,
	-- of bytes: 0 as it is, 1 raw deflate
	coding INTEGER NOT NULL,
	-- at most 1 MiB stands here, else NULL and in chunks
	bytes BLOB,
	-- names the chunks
	large INTEGER
) STRICT;
CREATE TABLE chunk (
	id INTEGER PRIMARY KEY,
	coding INTEGER NOT NULL,
	bytes BLOB NOT NULL
) STRICT;
-- gives out the numbers of large contents, and holds those whose chunks are being written: the content's row comes last
CREATE TABLE unfinished (large INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL) STRICT;
`;
const gcTables = `
-- gc found no row that names it; whoever stores it again meanwhile takes it out of here (see contents-upkeep.ts)
CREATE TABLE condemned (sha256 BLOB PRIMARY KEY, round INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- units: JSON, who may have stored something before this round and has not named it yet; NULL = not asked yet
CREATE TABLE round (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, units TEXT) STRICT;
`;
const formatVersion = 2;

/** @throws DomainError("infrastructure") with the way out; see `openContents` */
export function openContentsDatabase(file: string, readonly: boolean): Database.Database {
	let db: Database.Database;
	try {
		if (!readonly) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		db = new Database(file, { readonly, fileMustExist: readonly, timeout: 30_000 });
	} catch (error) {
		throw new DomainError(
			"infrastructure",
			`The contents file ${file} can't be opened: ${(error as Error).message}. Check that its folder exists and is yours.`,
		);
	}
	if (!readonly) {
		chmodSync(file, 0o600);
		db.pragma("page_size = 8192");
		// only before the first table: freed pages can then go back to the disk piece by piece
		db.pragma("auto_vacuum = INCREMENTAL");
		db.pragma("journal_mode = WAL");
		// WAL makes better-sqlite3 fall back to NORMAL, which loses acknowledged commits at a power cut
		db.pragma("synchronous = FULL");
		db.pragma("wal_autocheckpoint = 4096");
		db.pragma("journal_size_limit = 67108864");
		// 16 MiB: the index of 100,000 contents
		db.pragma("cache_size = -16384");
		db.transaction(() => {
			const version = db.pragma("user_version", { simple: true });
			if (version === 0) db.exec(schema);
			if (version === 0 || version === 1) {
				db.exec(gcTables);
				db.pragma(`user_version = ${formatVersion}`);
			}
		}).immediate();
		readBack(db, file, "journal_mode", "wal");
		readBack(db, file, "synchronous", 2);
	}
	// a reader of an earlier file needs nothing of what came later
	if (!(readonly && db.pragma("user_version", { simple: true }) === 1)) {
		readBack(db, file, "user_version", formatVersion);
	}
	return db;
}

function readBack(db: Database.Database, file: string, pragma: string, expected: unknown): void {
	const found = db.pragma(pragma, { simple: true });
	if (found === expected) return;
	db.close();
	throw new DomainError(
		"infrastructure",
		`${file}: ${pragma} is ${String(found)} and not ${String(expected)}. The data directory must be on a local disk, and the file made by this version of Fuseline.`,
	);
}

interface ContentRow {
	size: number;
	coding: number;
	bytes: Buffer | null;
	large: number | null;
}

export function statementsOf(db: Database.Database) {
	return {
		find: db.prepare<[Buffer], ContentRow>("SELECT size, coding, bytes, large FROM content WHERE sha256 = ?"),
		size: db.prepare<[Buffer], { size: number }>("SELECT size FROM content WHERE sha256 = ?"),
		/** answered by the index alone */
		known: db.prepare<[Buffer], { known: 1 }>("SELECT 1 AS known FROM content WHERE sha256 = ?"),
		insert: db.prepare("INSERT INTO content (sha256, size, coding, bytes) VALUES (?, ?, ?, ?)"),
		begin: db.prepare<[number], { large: number }>("INSERT INTO unfinished (at) VALUES (?) RETURNING large"),
		insertChunk: db.prepare("INSERT INTO chunk (id, coding, bytes) VALUES (?, ?, ?)"),
		insertLarge: db.prepare("INSERT INTO content (sha256, size, coding, large) VALUES (?, ?, 0, ?)"),
		finish: db.prepare("DELETE FROM unfinished WHERE large = ?"),
		chunk: db.prepare<[bigint], { coding: number; bytes: Buffer }>(
			"SELECT coding, bytes FROM chunk WHERE id = ?",
		),
		dropChunks: db.prepare("DELETE FROM chunk WHERE id >= ? AND id < ?"),
		remove: db.prepare("DELETE FROM content WHERE sha256 = ?"),
		...gcStatementsOf(db),
		list: db.prepare<[], { sha256: Buffer; size: number }>("SELECT sha256, size FROM content ORDER BY id"),
	};
}

function gcStatementsOf(db: Database.Database) {
	if (db.pragma("user_version", { simple: true }) === 1) return { pardon: null, isCondemned: null };
	return {
		pardon: db.prepare("DELETE FROM condemned WHERE sha256 = ?"),
		isCondemned: db.prepare<[Buffer], { condemned: 1 }>(
			"SELECT 1 AS condemned FROM condemned WHERE sha256 = ?",
		),
	};
}

const dayMs = 24 * 60 * 60 * 1000;

/** Drops the chunks of contents whose writer died; a living writer is never a day old. */
export function sweepUnfinished(db: Database.Database, now = Date.now()): void {
	const stale = db.prepare<[number], { large: number }>("SELECT large FROM unfinished WHERE at < ?");
	const left = stale.all(now - dayMs);
	if (left.length === 0) return;
	const sql = statementsOf(db);
	db.transaction(() => {
		for (const { large } of left) {
			sql.dropChunks.run(chunkKey(large, 0), chunkKey(large + 1, 0));
			sql.finish.run(large);
		}
	}).immediate();
}
