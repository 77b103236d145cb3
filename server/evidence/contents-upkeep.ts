import { setImmediate as yieldToLoop } from "node:timers/promises";
import { chunkKey, openContentsDatabase, statementsOf } from "./contents-database.ts";

/*
 * What gc does to a contents file while runs store into it.
 *
 * A content is stored first and named by a row afterwards, and storing one that is there already writes nothing. So a
 * content that no row names may be just about to be named, however old it is, and an age alone protects nobody. Instead:
 *
 *   1. mark    all hashes that rows name; what is stored and not marked is *condemned* (a table of this file)
 *   2. ask     which units of work are open (steps of living runners, examinations, leases), and wait until those are over
 *   3. mark    anew
 *   4. sweep   what is still condemned and still not marked
 *
 * Why nothing is lost: let a unit store (or find) content c. If the unit was open at 2, its row is written before 3
 * looks, for a unit is over only when what it holds is named or forgotten; c is marked then. If the unit began after 2,
 * it stores c after 1, and storing takes c out of the condemned ones in the same transaction that finds it there (`pardon`;
 * `missing` tells the freeze that a condemned content isn't there, so that it stores it too); sweep and pardon are both
 * write transactions of this file, so one of them is first: pardoned first, c stays; swept first, c isn't found and is
 * stored anew. If the unit was over before 2, its rows were there at 3. A unit that dies holds nothing any more, and its
 * successor stores everything again. All of this survives a gc that is killed: rounds are kept in the file.
 */

export interface StoredContent {
	sha256: string;
	/** bytes of the content itself */
	size: number;
	/** bytes that it takes in the file */
	stored: number;
}

export interface Round {
	id: number;
	/** ids of units to wait for; null = nobody has asked yet */
	units: string[] | null;
}

export interface ContentsUpkeep {
	stored(): StoredContent[];
	/** opens a round with these; those that are condemned already keep their round */
	condemn(sha256s: Iterable<string>): void;
	rounds(): Round[];
	setUnits(round: number, units: readonly string[]): void;
	condemned(round: number): string[];
	/** takes away what of these is still condemned in this round, in short transactions; returns what went */
	sweep(round: number, sha256s: readonly string[]): Promise<string[]>;
	/** ends a round: what is left of it is free again */
	endRound(round: number): void;
	freeBytes(): number;
	/**
	 * Gives free pages back to the disk. `alone`: nobody else works with the file, so one of the old form may be rewritten.
	 * False: it is of the old form and somebody does.
	 */
	shrink(alone: boolean): Promise<boolean>;
	close(): void;
}

const sliceMs = 50;
const pagesAtOnce = 500;

/** @throws DomainError("infrastructure") as `openContents` does */
export function openContentsUpkeep(file: string): ContentsUpkeep {
	const db = openContentsDatabase(file, false);
	const sql = statementsOf(db);
	const number = (pragma: string) => db.pragma(pragma, { simple: true }) as number;

	return {
		stored() {
			const chunks = new Map(
				(
					db
						.prepare("SELECT id >> 24 AS large, SUM(length(bytes)) AS stored FROM chunk GROUP BY 1")
						.all() as { large: number; stored: number }[]
				).map((row) => [row.large, row.stored]),
			);
			const rows = db
				.prepare("SELECT lower(hex(sha256)) AS sha256, size, length(bytes) AS own, large FROM content")
				.all() as { sha256: string; size: number; own: number | null; large: number | null }[];
			return rows.map(({ sha256, size, own, large }) => ({
				sha256,
				size,
				stored: own ?? chunks.get(large ?? -1) ?? 0,
			}));
		},
		condemn: db.transaction((sha256s: Iterable<string>) => {
			const round = db.prepare("INSERT INTO round (at) VALUES (?)").run(Date.now()).lastInsertRowid;
			const insert = db.prepare("INSERT INTO condemned (sha256, round) VALUES (?, ?) ON CONFLICT DO NOTHING");
			for (const sha256 of sha256s) insert.run(Buffer.from(sha256, "hex"), round);
		}).immediate,
		rounds: () =>
			(
				db.prepare("SELECT id, units FROM round ORDER BY id").all() as { id: number; units: string | null }[]
			).map(({ id, units }) => ({ id, units: units === null ? null : (JSON.parse(units) as string[]) })),
		setUnits(round, units) {
			db.prepare("UPDATE round SET units = ? WHERE id = ?").run(JSON.stringify(units), round);
		},
		condemned: (round) =>
			(
				db.prepare("SELECT lower(hex(sha256)) AS sha256 FROM condemned WHERE round = ?").all(round) as {
					sha256: string;
				}[]
			).map((row) => row.sha256),
		async sweep(round, sha256s) {
			const swept: string[] = [];
			const claim = db.prepare("DELETE FROM condemned WHERE sha256 = ? AND round = ?");
			let at = 0;
			const slice = db.transaction(() => {
				for (
					const until = performance.now() + sliceMs;
					at < sha256s.length && performance.now() < until;
					at++
				) {
					const sha256 = sha256s[at] as string;
					const digest = Buffer.from(sha256, "hex");
					// pardoned meanwhile: somebody stored it again
					if (claim.run(digest, round).changes === 0) continue;
					const large = sql.find.get(digest)?.large;
					if (typeof large === "number") sql.dropChunks.run(chunkKey(large, 0), chunkKey(large + 1, 0));
					sql.remove.run(digest);
					swept.push(sha256);
				}
				return at < sha256s.length;
			}).immediate;
			while (slice()) await yieldToLoop();
			return swept;
		},
		endRound: db.transaction((round: number) => {
			db.prepare("DELETE FROM condemned WHERE round = ?").run(round);
			db.prepare("DELETE FROM round WHERE id = ?").run(round);
		}).immediate,
		freeBytes: () => number("freelist_count") * number("page_size"),
		async shrink(alone) {
			if (number("auto_vacuum") !== 2) {
				if (!alone) return false;
				db.pragma("auto_vacuum = INCREMENTAL");
				db.exec("VACUUM");
			}
			while (number("freelist_count") > 0) {
				const before = number("freelist_count");
				// a slice holds the write lock for some milliseconds
				db.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
				if (number("freelist_count") >= before) break;
				await yieldToLoop();
			}
			// readers may still need the old pages: then the next checkpoint brings them back
			db.pragma("wal_checkpoint(TRUNCATE)");
			return true;
		},
		close: () => {
			db.close();
		},
	};
}
