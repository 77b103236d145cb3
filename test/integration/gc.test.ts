import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { defaultRetention, olderThan } from "../../server/domain/retention.ts";
import { openContents } from "../../server/evidence/contents.ts";
import { contentsFile } from "../../server/evidence/contents-file.ts";
import { openContentsUpkeep } from "../../server/evidence/contents-upkeep.ts";
import { startTimeOf } from "../../server/process/identity.ts";
import { otherHashes } from "../../server/store/content-references.ts";
import { leaseContents } from "../../server/store/content-units.ts";
import { pin, unpin } from "../../server/store/pins.ts";
import { refuseRemoved } from "../../server/store/removals.ts";
import { ensureProject } from "../../server/store/run-rows.ts";
import { writeSetting } from "../../server/store/settings.ts";
import { collect } from "../../server/upkeep/collect.ts";
import { checkDeeply } from "../../server/upkeep/deep-check.ts";
import { collectGarbage } from "../../server/upkeep/gc.ts";
import { unpackOldData } from "../support/old-data.ts";
import { temporaryFolder } from "../support/temp-folder.ts";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld, type World } from "../support/world.ts";

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

/** As `fuseline gc --older-than 0 --keep-candidates 1` does. */
function gcAll(of: World, dryRun = false) {
	const policy = { ...olderThan(defaultRetention, 0), keepCandidates: 1 };
	return collectGarbage(of.config, of.store, { dryRun, policy, waitMs: 0 });
}

function deepCheck(of: World) {
	return checkDeeply(of.config, { sample: null, progress() {} });
}

test("runs that start and work while gc runs again and again lose nothing", async () => {
	const { probes: _, serve: __, ...checked } = tinyProject;
	const queued: string[] = [];
	const start = async (index: number) => {
		queued.push(
			await world.queue({
				name: "busy",
				project: checked,
				// the same bytes each time: known contents are the ones that are in danger
				scenario: { id: "tiny", entries: tinyEntries((loop) => loop + (index % 2), 1) },
			}),
		);
		return world.runner(queued.at(-1) as string).finished;
	};
	let working = true;
	const collecting = (async () => {
		let rounds = 0;
		for (; working; rounds++) {
			expect((await gcAll(world)).notes).toEqual([]);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		return rounds;
	})();
	const codes = [...(await Promise.all([start(0), start(1)])), await start(2)];
	working = false;
	expect(await collecting).toBeGreaterThan(5);
	expect(codes).toEqual([0, 0, 0]);
	expect((await deepCheck(world)).damages).toEqual([]);
	for (const runId of queued) expect(world.view(runId).status).toBe("ended");
});

test("a dry run says what goes; gc takes exactly that, keeps the pinned, and gives the bytes back", async () => {
	const data = join(folder, "data");
	const { contentsFile: file } = unpackOldData(data);
	const old = makeWorld({ FUSELINE_DATA_DIR: data });
	try {
		const first = old.store.db.prepare("SELECT id FROM Candidate ORDER BY loop").get() as { id: string };
		const big = openContents(file);
		big.put(randomBytes(500_000));
		big.close();
		pin(old.store, "candidate", first.id, "");
		expect((await gcAll(old, true)).items.filter((item) => item.candidateId !== null)).toEqual([]);
		unpin(old.store, "candidate", first.id);
		const planned = await gcAll(old, true);
		expect(planned.items.map((item) => item.kind)).toContain("version");
		const done = await gcAll(old);
		expect(done.items).toEqual(planned.items);
		expect(done.notes).toEqual([]);
		expect(done.freedBytes).toBeGreaterThan(100_000);
		expect((await gcAll(old, true)).items).toEqual([]);
		expect(() => refuseRemoved(old.store, first.id)).toThrow(/removed by gc on \d{4}-/);
		const checked = await deepCheck(old);
		expect(checked).toMatchObject({ ok: true });
		expect(checked.contents.removed).toBeGreaterThan(0);
	} finally {
		old.close();
	}
});
