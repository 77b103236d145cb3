import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openStore } from "./open.ts";
import { openReads } from "./prisma.ts";

const migrationsDirectory = path.resolve(import.meta.dirname, "../../prisma/migrations");

function freshFile(): string {
	return path.join(mkdtempSync(path.join(tmpdir(), "fuseline-store-")), "data", "fuseline.sqlite");
}

function withReview(file: string) {
	const store = openStore(file, { migrationsDirectory });
	store.transaction(() =>
		store.db
			.prepare(
				`INSERT INTO Review (id, runId, targetKind, targetId, decision, comment, at)
				 VALUES ('a', 'r', 'claim', 'c', 'accept', '', 1)`,
			)
			.run(),
	);
	return store;
}

describe("openStore", () => {
	it("makes a private database with every setting in force, and opens it again", async () => {
		const file = freshFile();
		withReview(file).close();
		const store = openStore(file, { migrationsDirectory });
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
		expect(store.db.pragma("synchronous", { simple: true })).toBe(2);
		expect(store.db.pragma("journal_mode", { simple: true })).toBe("wal");
		expect(store.db.pragma("foreign_keys", { simple: true })).toBe(1);
		const reads = openReads(file);
		expect(await reads.review.findMany()).toMatchObject([{ id: "a", at: 1n }]);
		await reads.$disconnect();
		store.close();
	});

	it.each([
		["update", "UPDATE Review SET comment = 'x'"],
		["delete", "DELETE FROM Review"],
		["replace", "REPLACE INTO Review VALUES ('a', 'r', 'claim', 'c', 'reject', '', 2)"],
	])("refuses to %s a row of an append-only table", (_, sql) => {
		const store = withReview(freshFile());
		expect(() => store.db.exec(sql)).toThrow("Review is append-only");
		expect(store.db.prepare("SELECT decision FROM Review").get()).toEqual({ decision: "accept" });
		store.close();
	});

	it("rolls a transaction back when its body throws", () => {
		const store = withReview(freshFile());
		expect(() =>
			store.transaction(() => {
				store.db.exec("INSERT INTO Project VALUES ('p', 'name', null, 1)");
				throw new Error("no");
			}),
		).toThrow("no");
		expect(store.db.prepare("SELECT count(*) AS n FROM Project").get()).toEqual({ n: 0 });
		store.close();
	});

	it("sees commits of other connections by the data version", () => {
		const file = freshFile();
		const one = openStore(file, { migrationsDirectory });
		const two = openStore(file, { migrationsDirectory });
		const before = one.dataVersion();
		two.transaction(() => two.db.exec("INSERT INTO Project VALUES ('p', 'name', null, 1)"));
		expect(one.dataVersion()).not.toBe(before);
		one.close();
		two.close();
	});

	it.each([
		["a newer version", "UPDATE _prisma_migrations SET migration_name = '0099_later'", /newer Fuseline/],
		["an edited migration", "UPDATE _prisma_migrations SET checksum = 'x'", /differs from the one/],
		["an unfinished migration", "UPDATE _prisma_migrations SET finished_at = NULL", /never finished/],
	])("refuses a database of %s", (_, sql, message) => {
		const file = freshFile();
		openStore(file, { migrationsDirectory }).close();
		const db = new Database(file);
		db.exec(sql);
		db.close();
		expect(() => openStore(file, { migrationsDirectory })).toThrow(message);
	});

	it("says which file it can't open", () => {
		expect(() => openStore("/proc/nowhere/fuseline.sqlite", { migrationsDirectory })).toThrow(
			/\/proc\/nowhere\/fuseline\.sqlite can't be opened: .*FUSELINE_DATA_DIR/,
		);
	});
});
