import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fuseline } from "../support/command-line.ts";
import { temporaryFolder } from "../support/temp-folder.ts";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const folder = temporaryFolder("backup");
const world = makeWorld();
afterAll(() => world.close());
const backup = join(folder, "backup");

test("a backup that is taken while a run works holds everything from before, and the run goes on from it", async () => {
	const { probes: _, serve: __, ...checked } = tinyProject;
	const runId = await world.queue({
		project: checked,
		options: { loops: 2 },
		scenario: { id: "tiny", entries: tinyEntries((loop) => loop, 2) },
	});
	const { finished } = world.runner(runId);
	const candidates = () =>
		(world.store.db.prepare("SELECT COUNT(*) AS n FROM Candidate").get() as { n: number }).n;
	while (candidates() < 1) await new Promise((resolve) => setTimeout(resolve, 20));
	const acknowledged = world.store.db.prepare("SELECT * FROM Event ORDER BY id").all() as { id: number }[];
	const made = await fuseline(world.config.dataDirectory, "backup", backup, "--json");
	expect(made.code, made.stderr).toBe(0);
	expect(await finished).toBe(0);

	const restored = join(folder, "restored");
	const said = await fuseline(restored, "restore", backup, "--json");
	expect(said.code, said.stderr).toBe(0);
	const copy = makeWorld({ FUSELINE_DATA_DIR: restored });
	try {
		const last = acknowledged.at(-1)?.id ?? 0;
		expect(copy.store.db.prepare("SELECT * FROM Event WHERE id <= ? ORDER BY id").all(last)).toEqual(
			acknowledged,
		);
		const whole = await fuseline(restored, "doctor", "--deep", "--json");
		expect(JSON.parse(whole.stdout).damages).toEqual([]);
		expect(copy.view(runId).status).toBe("suspended");
		copy.command(runId, "resume");
		expect(await copy.runner(runId).finished).toBe(0);
		expect(copy.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
		expect(copy.view(runId).rows).toHaveLength(2);
	} finally {
		copy.close();
	}
});

test.each<[string, string, (at: string) => void, RegExp]>([
	[
		"a data directory that holds something",
		"full",
		(at) => writeFileSync(join(at, "something"), ""),
		/isn't empty/,
	],
	["no backup at all", "none", () => {}, /holds no backup/],
	["a backup that was changed", "changed", () => {}, /fuseline\.sqlite of the backup is damaged/],
])("restore refuses %s and leaves nothing", async (_, name, prepare, message) => {
	const target = join(folder, `into-${name}`);
	mkdirSync(target);
	prepare(target);
	const source = name === "none" ? target : backup;
	const file = join(backup, "fuseline.sqlite");
	const before = readFileSync(file);
	if (name === "changed") {
		const descriptor = openSync(file, "r+");
		writeSync(descriptor, "x", 5000);
		closeSync(descriptor);
	}
	const said = await fuseline(target, "restore", source);
	writeFileSync(file, before);
	expect(said.code).not.toBe(0);
	expect(said.stderr).toMatch(message);
});

test("a backup goes to an empty folder outside of the data", async () => {
	const { dataDirectory } = world.config;
	expect((await fuseline(dataDirectory, "backup", backup)).stderr).toMatch(/isn't empty/);
	expect((await fuseline(dataDirectory, "backup", join(dataDirectory, "b"))).stderr).toMatch(/outside of it/);
});
