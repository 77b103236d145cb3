import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openStore } from "../../server/store/open.ts";
import { bundle } from "../support/bundle.ts";
import { fuseline } from "../support/command-line.ts";
import { unpackOldData } from "../support/old-data.ts";
import { temporaryFolder } from "../support/temp-folder.ts";
import { makeWorld } from "../support/world.ts";

const folder = temporaryFolder("upgrade");
const migrations = join(import.meta.dirname, "../../prisma/migrations");

test("data of the first schema is kept: shown, whole, copied beside, and its queued run goes on", async () => {
	const data = join(folder, "first");
	unpackOldData(data);
	const checked = await fuseline(data, "doctor", "--deep", "--json");
	expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, contents: { damaged: 0, missing: 0 } });
	const copy = join(data, "fuseline.sqlite.before-0002_upkeep");
	expect(statSync(copy).mode & 0o777).toBe(0o600);
	const old = new Database(copy, { readonly: true });
	expect(old.prepare("SELECT migration_name AS name FROM _prisma_migrations").all()).toEqual([
		{ name: "0001_initial" },
	]);
	old.close();

	const world = makeWorld({ FUSELINE_DATA_DIR: data });
	try {
		const [ended, queued] = world.store.db.prepare("SELECT id FROM Run ORDER BY number").all() as {
			id: string;
		}[];
		expect(world.view(ended?.id as string).rows.map((row) => row.verdict?.status)).toEqual(["fail", "fail"]);
		expect(await world.runner(queued?.id as string).finished).toBe(0);
		expect(world.view(queued?.id as string)).toMatchObject({ status: "ended", endCause: "completed" });
	} finally {
		world.close();
	}
}, 60_000);

test("a migration that is killed in its middle leaves the old database, and the next start finishes it", async () => {
	const data = join(folder, "killed");
	unpackOldData(data);
	const slow = join(folder, "migrations");
	cpSync(migrations, slow, { recursive: true });
	mkdirSync(join(slow, "0099_slow"));
	const count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)";
	writeFileSync(
		join(slow, "0099_slow", "migration.sql"),
		`CREATE TABLE "Slow" (x INTEGER);\nUPDATE "Project" SET "name" = 'half';\n${count} SELECT max(i) FROM n;\n`,
	);
	const file = join(data, "fuseline.sqlite");
	const store = pathToFileURL(bundle("server/store/open.ts", "open-store")).href;
	const script = `const { openStore } = await import(${JSON.stringify(store)}); openStore(${JSON.stringify(file)}, { migrationsDirectory: ${JSON.stringify(slow)} });`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
	const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
	const writing = () => {
		const db = new Database(file, { readonly: true });
		try {
			return (db.prepare("SELECT COUNT(*) AS n FROM _prisma_migrations").get() as { n: number }).n === 2;
		} finally {
			db.close();
		}
	};
	for (const deadline = Date.now() + 20_000; !writing() && Date.now() < deadline; )
		await new Promise((resolve) => setTimeout(resolve, 20));
	await new Promise((resolve) => setTimeout(resolve, 200));
	child.kill("SIGKILL");
	expect(await ended).toBe("SIGKILL");
	const world = makeWorld({ FUSELINE_DATA_DIR: data });
	const { db } = world.store;
	expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'Slow'").all()).toEqual([]);
	expect(db.prepare("SELECT name FROM Project").all()).toEqual([{ name: "tiny" }]);
	expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
	world.close();
}, 60_000);

test("the last two copies from before a migration are kept", () => {
	const data = join(folder, "copies");
	unpackOldData(data);
	const file = join(data, "fuseline.sqlite");
	const versions = join(folder, "versions");
	cpSync(migrations, versions, { recursive: true });
	openStore(file, { migrationsDirectory: versions }).close();
	for (const name of ["0097_a", "0098_b"]) {
		mkdirSync(join(versions, name));
		writeFileSync(
			join(versions, name, "migration.sql"),
			`CREATE TABLE "T${name.slice(0, 4)}" (x INTEGER);\n`,
		);
		openStore(file, { migrationsDirectory: versions }).close();
	}
	const copies = readdirSync(data).filter((name) => name.includes(".before-"));
	expect(copies.sort()).toEqual(["fuseline.sqlite.before-0097_a", "fuseline.sqlite.before-0098_b"]);
	expect(() => openStore(file, { migrationsDirectory: migrations })).toThrow(
		/newer Fuseline.*Update Fuseline/,
	);
});
