import { closeSync, cpSync, openSync, readSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { openContents } from "../../server/evidence/contents.ts";
import { openStore } from "../../server/store/open.ts";
import { checkDeeply } from "../../server/upkeep/deep-check.ts";
import { fuseline } from "../support/command-line.ts";
import { unpackOldData } from "../support/old-data.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("deep-check");
const sound = join(folder, "sound");
const contentsName = { file: "" };

beforeAll(() => {
	const { contentsFile } = unpackOldData(sound);
	contentsName.file = contentsFile.slice(sound.length + 1);
	openStore(join(sound, "fuseline.sqlite"), { migrationsDirectory: migrations }).close();
	openContents(contentsFile).close();
});

const migrations = join(import.meta.dirname, "../../prisma/migrations");

function check(data: string, sample: number | null = null) {
	return checkDeeply(loadConfig({ FUSELINE_DATA_DIR: data, HOME: folder }), { sample, progress() {} });
}

function sql(file: string, ...statements: string[]): void {
	const db = new Database(file);
	for (const statement of statements) db.exec(statement);
	db.pragma("wal_checkpoint(TRUNCATE)");
	db.close();
}

/** Bytes in the middle of a page, as a bad disk would change them. */
function flip(file: string, at: number, length: number): void {
	const descriptor = openSync(file, "r+");
	const bytes = Buffer.alloc(length);
	readSync(descriptor, bytes, 0, length, at);
	for (let index = 0; index < length; index++) bytes[index] = ~(bytes[index] as number) & 0xff;
	writeSync(descriptor, bytes, 0, length, at);
	closeSync(descriptor);
}

const cases: [string, (main: string, contents: string) => void, RegExp][] = [
	[
		"a flipped byte of a small content",
		(_, contents) =>
			sql(
				contents,
				"UPDATE content SET bytes = CAST(x'00' || substr(bytes, 2) AS BLOB) WHERE coding = 0 AND size < 120",
			),
		/content: run tiny\/\d/,
	],
	[
		"a deleted content",
		(_, contents) => sql(contents, `DELETE FROM content WHERE id = (SELECT MAX(id) FROM content)`),
		/its bytes are missing/,
	],
	[
		"a cut list of files",
		(main, contents) => {
			const db = new Database(main, { readonly: true });
			const { tree } = db.prepare("SELECT tree FROM Candidate ORDER BY loop DESC LIMIT 1").get() as {
				tree: string;
			};
			db.close();
			sql(contents, `UPDATE content SET bytes = substr(bytes, 1, 40) WHERE sha256 = x'${tree}'`);
		},
		/content: run tiny\/1, loop-02-[0-9a-f]{12}, the list of files/,
	],
	[
		"flipped pages of a contents file",
		(_, contents) => flip(contents, 8192 + 20, statSync(contents).size - 8192 - 20),
		/(database|content): /,
	],
	[
		"a contents file that was cut off",
		(_, contents) => truncateSync(contents, statSync(contents).size - 3 * 8192),
		/database: contents of tiny/,
	],
	[
		"a contents file that is gone",
		(_, contents) => rmSync(contents),
		/database: contents of tiny: the file isn't there/,
	],
	[
		"flipped pages of the main database",
		(main) => flip(main, 20 * 4096 + 8, 2000),
		/database: main database/,
	],
	[
		"a hole in a run's log",
		(main) =>
			sql(
				main,
				"DROP TRIGGER Event_refuse_delete",
				"DELETE FROM Event WHERE seq = 3 AND runId = (SELECT MIN(id) FROM Run)",
			),
		/events: run tiny\/1: its log should hold events 1 to \d+ and holds \d+/,
	],
];

test.each(cases)("%s is found and named", async (name, hurt, expected) => {
	const data = join(folder, name.replaceAll(" ", "-"));
	cpSync(sound, data, { recursive: true });
	hurt(join(data, "fuseline.sqlite"), join(data, contentsName.file));
	const view = await check(data);
	expect(view.ok).toBe(false);
	const said = view.damages.map(({ kind, where, what }) => `${kind}: ${where}: ${what}`).join("\n");
	expect(said).toMatch(expected);
});

test("sound data is whole, all of it or a sample; a damaged content hurts no other and exits 1", async () => {
	expect(await check(sound)).toMatchObject({ ok: true, damages: [] });
	expect(await check(sound, 3)).toMatchObject({ ok: true, contents: { checked: 3 } });
	const data = join(folder, "one");
	cpSync(sound, data, { recursive: true });
	const file = join(data, contentsName.file);
	sql(
		file,
		"UPDATE content SET bytes = CAST(x'00' || substr(bytes, 2) AS BLOB) WHERE id = (SELECT MIN(id) FROM content WHERE size > 200)",
	);
	const said = await fuseline(data, "doctor", "--deep", "--json");
	expect(said.code).toBe(1);
	const view = JSON.parse(said.stdout) as Awaited<ReturnType<typeof check>>;
	expect(view.contents.damaged).toBe(1);
	const contents = openContents(file, { readonly: true });
	const states = [...contents.list()].map(({ sha256 }) => contents.verify(sha256));
	contents.close();
	expect(states.filter((state) => state === "damaged")).toHaveLength(1);
	expect(states.filter((state) => state === "whole")).toHaveLength(states.length - 1);
});
