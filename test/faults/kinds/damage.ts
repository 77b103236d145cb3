import Database from "better-sqlite3";
import { openContents } from "../../../server/evidence/contents.ts";
import { chunkKey } from "../../../server/evidence/contents-database.ts";
import { contentsFile } from "../../../server/evidence/contents-file.ts";
import { readRun } from "../../../server/store/run-rows.ts";
import { checkDeeply } from "../../../server/upkeep/deep-check.ts";
import { decodeManifest } from "../../../server/workspace/manifest-hash.ts";
import { viewOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter } from "../products.ts";
import { carryToEnd, inRoom, type Room, startRunner } from "../room.ts";

const ways = ["flip", "delete", "truncate", "swap"] as const;
type Way = (typeof ways)[number];

/** Changes one stored content behind the product's back, and in a way that SQLite itself doesn't notice. */
function hurt(db: Database.Database, sha256: string, way: Way): void {
	const key = Buffer.from(sha256, "hex");
	const { large } = db.prepare("SELECT large FROM content WHERE sha256 = ?").get(key) as {
		large: number | null;
	};
	const [table, where, value] =
		large === null ? ["content", "sha256 = ?", key] : ["chunk", "id = ?", chunkKey(large, 0)];
	if (way === "delete") db.prepare(`DELETE FROM ${table} WHERE ${where}`).run(value);
	else if (way === "truncate")
		db.prepare(`UPDATE ${table} SET bytes = substr(bytes, 1, length(bytes) - 1) WHERE ${where}`).run(value);
	else if (way === "swap")
		db.prepare(`UPDATE ${table} SET coding = 0, bytes = CAST('other' AS BLOB) WHERE ${where}`).run(value);
	else
		db.prepare(
			`UPDATE ${table} SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || CASE WHEN substr(bytes, -1) = x'01' THEN x'02' ELSE x'01' END AS BLOB) WHERE ${where}`,
		).run(value);
}

function contentsOf(room: Room, runId: string): string {
	return contentsFile(room.world.config, readRun(room.world.store, runId).projectId);
}

/** Contents of a run that has ended are hurt one by one; `doctor --deep` must name each, and no other. */
async function findAll(room: Room, trial: Trial, sample: number | null): Promise<void> {
	const runId = await room.world.queue(counter(2));
	await carryToEnd(room, runId, trial);
	const file = contentsOf(room, runId);
	const contents = openContents(file);
	const all = [...contents.list()].filter(({ size }) => size > 0).map(({ sha256 }) => sha256);
	contents.close();
	const db = new Database(file);
	const chosen = new Set(Array.from({ length: 12 }, () => trial.random.pick(all)));
	let count = trial.index;
	for (const sha256 of chosen) {
		hurt(db, sha256, ways[count % ways.length] as Way);
		count += 1;
		trial.injected();
	}
	db.close();
	const view = await checkDeeply(room.world.config, { sample, progress() {} });
	const named = new Set(view.damages.map((damage) => damage.sha256));
	for (const sha256 of chosen) {
		if (!named.has(sha256)) trial.harm("corrupt", `the damage of ${sha256} wasn't found`);
	}
	for (const { sha256 } of view.damages) {
		if (sha256 !== null && !chosen.has(sha256)) trial.harm("wrong", `${sha256} is whole and was named`);
	}
}

/** The bytes of a version are hurt between freeze and examination: no verdict may rest on them. */
async function neverUsed(room: Room, trial: Trial): Promise<void> {
	const runId = await room.world.queue(counter(1));
	await startRunner(room, runId, "freeze.named:1").finished;
	const file = contentsOf(room, runId);
	const contents = openContents(file);
	const small = [...contents.list()].filter(
		({ sha256, size }) => size < 10 && contents.get(sha256).includes("11\n"),
	);
	const db = new Database(file);
	for (const { sha256 } of small) {
		hurt(db, sha256, trial.random.pick(ways));
		trial.injected();
	}
	db.close();
	contents.close();
	await startRunner(room, runId).finished;
	const view = viewOf(room.world, runId);
	const row = view.rows[0];
	trial.saw(`${small.length} hurt: ${view.status} (${view.detail}), ${row?.verdict ?? "no verdict"}`);
	if (view.status !== "ended" && view.detail === "")
		trial.harm("wrong", `the run is ${view.status} and says nothing`);
	if (row?.candidate && row.verdict !== null && row.verdict !== undefined)
		judgeVersion(file, row.candidate.tree, trial);
}

/** A version with a verdict must be whole. */
function judgeVersion(file: string, tree: string, trial: Trial): void {
	const contents = openContents(file, { readonly: true });
	try {
		for (const entry of decodeManifest(contents.get(tree)).entries) {
			if (entry.type === "file" && contents.verify(entry.sha256) !== "whole")
				trial.harm(
					"corrupt",
					`a verdict was given on ${entry.path}, whose bytes are ${contents.verify(entry.sha256)}`,
				);
		}
	} finally {
		contents.close();
	}
}

export const damagedContents: Kind = {
	id: "damage",
	title: "stored contents with flipped, cut, swapped or no bytes",
	quick: 2,
	full: 24,
	run: (trial) =>
		inRoom((room) => (trial.index % 2 === 0 ? findAll(room, trial, null) : neverUsed(room, trial))),
	control: {
		says: "a check that hashes one content and looks only whether the others are there",
		synthetic: false,
		quick: true,
		run: (trial) => inRoom((room) => findAll(room, trial, 1)),
	},
};
