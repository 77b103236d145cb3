import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openContents } from "../../server/evidence/contents.ts";
import { contentsFile } from "../../server/evidence/contents-file.ts";
import { openContentsUpkeep } from "../../server/evidence/contents-upkeep.ts";
import { startTimeOf } from "../../server/process/identity.ts";
import { otherHashes } from "../../server/store/content-references.ts";
import { leaseContents } from "../../server/store/content-units.ts";
import { pin } from "../../server/store/pins.ts";
import { ensureProject } from "../../server/store/run-rows.ts";
import { writeSetting } from "../../server/store/settings.ts";
import { collect } from "../../server/upkeep/collect.ts";
import { fuseline } from "../support/command-line.ts";
import { unpackOldData } from "../support/old-data.ts";
import { temporaryFolder } from "../support/temp-folder.ts";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const folder = temporaryFolder("gc");
const world = makeWorld();
afterAll(() => world.close());
const self = { pid: process.pid, startTime: startTimeOf(process.pid) ?? "" };

/** A project of its own, with what gc does to its contents; a setting that holds a hash is a row that names it. */
function project(name: string) {
	const { store } = world;
	const id = ensureProject(store, name, null);
	const file = contentsFile(world.config, id);
	mkdirSync(dirname(file), { recursive: true });
	const writer = openContents(file);
	const upkeep = openContentsUpkeep(file);
	return {
		writer,
		gc: () => collect(store, id, upkeep, () => new Set(otherHashes(store)), 0),
		lease: () => leaseContents(store, id, self),
		name: (sha256: string) => writeSetting(store, `${name} ${sha256}`, sha256),
		close() {
			writer.close();
			upkeep.close();
		},
	};
}

const bytes = (text: string) => Buffer.from(text.repeat(50));
const hash = (content: Buffer) => createHash("sha256").update(content).digest("hex");

test("what a unit under way holds waits for it, and stays when it was named", async () => {
	const { writer, gc, lease, name, close } = project("waits");
	const [kept, dropped] = [writer.put(bytes("kept")), writer.put(bytes("dropped"))];
	const end = lease();
	expect((await gc()).waiting.map((content) => content.sha256).sort()).toEqual([kept, dropped].sort());
	name(kept);
	end();
	expect((await gc()).removed.map((content) => content.sha256)).toEqual([dropped]);
	expect([writer.verify(kept), writer.verify(dropped)]).toEqual(["whole", "missing"]);
	close();
});

test("what is stored again after it was condemned stays, though nothing is written and nothing names it yet", async () => {
	const { writer, gc, lease, close } = project("pardons");
	const [small, large, other] = [bytes("small"), Buffer.alloc(3_000_000, "large"), bytes("other")];
	for (const content of [small, large, other]) writer.put(content);
	const first = lease();
	await gc();
	// a freeze asks what is missing before it stores
	expect(writer.missing([hash(small), hash(large)])).toEqual([hash(small), hash(large)]);
	const second = lease();
	writer.put(small);
	await writer.putMany([{ sha256: hash(large), bytes: large }]);
	expect(writer.missing([hash(small), hash(large)])).toEqual([]);
	first();
	expect((await gc()).removed.map((content) => content.sha256)).toEqual([hash(other)]);
	expect([writer.verify(hash(small)), writer.verify(hash(large))]).toEqual(["whole", "whole"]);
	second();
	expect((await gc()).removed).toHaveLength(2);
	close();
});

test("a unit whose process has died keeps nothing", async () => {
	const { writer, gc, close } = project("dies");
	writer.put(bytes("left"));
	const { store } = world;
	const { id } = store.db.prepare("SELECT id FROM Project WHERE name = 'dies'").get() as { id: string };
	leaseContents(store, id, { pid: 1, startTime: "another boot:1" });
	expect((await gc()).removed).toHaveLength(1);
	close();
});

test("runs that start and work while gc runs again and again lose nothing", async () => {
	const { probes: _, serve: __, ...checked } = tinyProject;
	const queued: string[] = [];
	const start = async (index: number) => {
		queued.push(
			await world.queue({
				name: "busy",
				project: checked,
				options: { loops: 2 },
				// the same bytes each time: known contents are the ones that are in danger
				scenario: { id: "tiny", entries: tinyEntries((loop) => loop + (index % 2), 2) },
			}),
		);
		return world.runner(queued.at(-1) as string).finished;
	};
	let working = true;
	const collecting = (async () => {
		let rounds = 0;
		for (; working; rounds++) {
			const said = await fuseline(
				world.config.dataDirectory,
				"gc",
				"--older-than",
				"0",
				"--wait",
				"0",
				"--json",
			);
			expect(said.code, said.stderr).toBe(0);
		}
		return rounds;
	})();
	const codes = [...(await Promise.all([start(0), start(1)])), await start(2)];
	working = false;
	expect(await collecting).toBeGreaterThan(2);
	expect(codes).toEqual([0, 0, 0]);
	const checkedDeep = await fuseline(world.config.dataDirectory, "doctor", "--deep", "--json");
	expect(JSON.parse(checkedDeep.stdout).damages).toEqual([]);
	for (const runId of queued) expect(world.view(runId).status).toBe("ended");
}, 120_000);

test("a dry run says what goes; gc takes exactly that, keeps the pinned, and gives the bytes back", async () => {
	const data = join(folder, "data");
	const { contentsFile: file } = unpackOldData(data);
	const old = makeWorld({ FUSELINE_DATA_DIR: data });
	const candidates = old.store.db.prepare("SELECT id, tree FROM Candidate ORDER BY loop").all() as {
		id: string;
		tree: string;
	}[];
	const big = openContents(file);
	big.put(Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * 7919) % 251)));
	big.close();
	const gc = async (...flags: string[]) => {
		const said = await fuseline(
			data,
			"gc",
			"--older-than",
			"0",
			"--keep-candidates",
			"1",
			"--json",
			...flags,
		);
		return JSON.parse(said.stdout) as {
			items: { kind: string; candidateId: string | null }[];
			bytes: number;
			freedBytes: number | null;
		};
	};
	pin(old.store, "candidate", candidates[0]?.id as string, "");
	const pinned = await gc("--dry-run");
	expect(pinned.items.filter((item) => item.candidateId !== null)).toEqual([]);
	old.store.db.exec("DELETE FROM Pin");
	const planned = await gc("--dry-run");
	expect(planned.items.map((item) => item.kind)).toContain("version");
	const done = await gc();
	expect(done.items).toEqual(planned.items);
	expect(done.freedBytes).toBeGreaterThan(100_000);
	expect((await gc("--dry-run")).items).toEqual([]);
	const checked = await fuseline(data, "doctor", "--deep", "--json");
	expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true });
	expect(JSON.parse(checked.stdout).contents.removed).toBeGreaterThan(0);
	old.close();
}, 60_000);
