import { existsSync } from "node:fs";
import Database from "better-sqlite3";

/** What SQLite itself says of a database file (main or contents): empty = sound. Never writes. */
export function databaseProblems(file: string): string[] {
	if (!existsSync(file)) return ["the file isn't there"];
	let db: Database.Database | null = null;
	try {
		db = new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
		const said = (db.pragma("integrity_check(20)") as { integrity_check: string }[])
			.map((row) => row.integrity_check)
			.filter((line) => line !== "ok");
		const orphans = db.pragma("foreign_key_check") as { table: string; rowid: number; parent: string }[];
		return [
			...said,
			...orphans
				.slice(0, 20)
				.map(
					({ table, rowid, parent }) => `row ${rowid} of ${table} names a row of ${parent} that isn't there`,
				),
		];
	} catch (error) {
		return [error instanceof Error ? error.message : String(error)];
	} finally {
		db?.close();
	}
}

/** Runs whose log isn't a row of numbers without a gap from 1 to what the run says it is. */
export function eventProblems(db: Database.Database): {
	runs: number;
	events: number;
	problems: EventProblem[];
} {
	const rows = db
		.prepare(
			`SELECT Run.id AS runId, Project.name || '/' || number AS name, lastSeq, COUNT(Event.seq) AS events,
				COALESCE(MIN(Event.seq), 0) AS first, COALESCE(MAX(Event.seq), 0) AS last
			FROM Run JOIN Project ON Project.id = projectId LEFT JOIN Event ON Event.runId = Run.id GROUP BY Run.id`,
		)
		.all() as { runId: string; name: string; lastSeq: number; events: number; first: number; last: number }[];
	const problems = rows
		.filter(
			(row) => row.events !== row.lastSeq || row.last !== row.lastSeq || (row.events > 0 && row.first !== 1),
		)
		.map(({ name, lastSeq, events, first, last }) => ({
			run: name,
			what: `its log should hold events 1 to ${lastSeq} and holds ${events}, from ${first} to ${last}`,
		}));
	return { runs: rows.length, events: rows.reduce((sum, row) => sum + row.events, 0), problems };
}

export interface EventProblem {
	run: string;
	what: string;
}
