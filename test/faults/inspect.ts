import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { foldRun } from "../../server/domain/fold-run.ts";
import type { RunView } from "../../server/domain/run-view.ts";
import { openContents } from "../../server/evidence/contents.ts";
import { contentsFile } from "../../server/evidence/contents-file.ts";
import { readRunEvents } from "../../server/store/events.ts";
import { readRun } from "../../server/store/run-rows.ts";
import { decodeManifest } from "../../server/workspace/manifest-hash.ts";
import type { World } from "../support/world.ts";
import type { Finding } from "./kind.ts";

/** Events of which a run has at most one for each loop: a second one is a step that was done twice. */
const onceInALoop = [
	"loop.started",
	"loop.ended",
	"plan.written",
	"developer.reported",
	"candidate.frozen",
	"candidate.unchanged",
	"examination.assessed",
];

/**
 * Looks at everything that a run left behind, however it ended, and says what must not be. `clockJumped`: times of rows
 * say nothing about what was first.
 */
export function inspect(world: World, runId: string, how: { clockJumped?: boolean } = {}): Finding[] {
	return [
		...inspectDatabase(world),
		...inspectJournal(world, runId),
		...(how.clockJumped === true ? [] : inspectLateCalls(world, runId)),
		...inspectContents(world, runId),
	];
}

function inspectDatabase(world: World): Finding[] {
	const db = new Database(world.config.databaseFile);
	try {
		const said = db.pragma("integrity_check", { simple: true });
		const keys = db.pragma("foreign_key_check") as unknown[];
		return [
			...(said === "ok" ? [] : [corrupt(`integrity_check says ${said}`)]),
			...(keys.length === 0 ? [] : [corrupt(`${keys.length} rows name rows that aren't there`)]),
		];
	} finally {
		db.close();
	}
}

function inspectJournal(world: World, runId: string): Finding[] {
	const { db } = world.store;
	const found: Finding[] = [];
	const events = db.prepare("SELECT seq, kind, loop FROM Event WHERE runId = ? ORDER BY seq").all(runId) as {
		seq: number;
		kind: string;
		loop: number | null;
	}[];
	events.forEach((event, index) => {
		if (event.seq !== index + 1) found.push(corrupt(`event ${index + 1} is ${event.seq}: a hole in the log`));
	});
	const { lastSeq, status } = readRun(world.store, runId);
	if (lastSeq !== events.length)
		found.push(corrupt(`the run counts ${lastSeq} events and has ${events.length}`));
	const seen = new Set<string>();
	for (const { kind, loop } of events) {
		if (!onceInALoop.includes(kind)) continue;
		if (seen.has(`${kind} ${loop}`)) found.push(doubled(`${kind} of loop ${loop} is there twice`));
		seen.add(`${kind} ${loop}`);
	}
	const twins = db
		.prepare("SELECT loop, COUNT(*) AS n FROM Candidate WHERE runId = ? GROUP BY loop HAVING n > 1")
		.all(runId) as { loop: number }[];
	for (const { loop } of twins) found.push(doubled(`loop ${loop} has two candidates`));
	const official = db
		.prepare(
			"SELECT loop, COUNT(*) AS n FROM Examination WHERE runId = ? AND official = 1 GROUP BY loop HAVING n > 1",
		)
		.all(runId) as { loop: number }[];
	for (const { loop } of official) found.push(doubled(`loop ${loop} has two official examinations`));
	if (status !== "ended") return found;
	const open = db.prepare("SELECT id FROM Invocation WHERE runId = ? AND endedAt IS NULL").all(runId);
	for (const call of open as { id: string }[]) {
		found.push(corrupt(`call ${call.id} never ended though its run did`));
	}
	const root = join(world.config.dataDirectory, "runs", runId);
	for (const name of existsSync(root) ? readdirSync(root) : []) {
		if (name.endsWith(".partial")) found.push(corrupt(`${name}: half of a version was left on disk`));
	}
	return found;
}

function inspectLateCalls(world: World, runId: string): Finding[] {
	const late = world.store.db
		.prepare(
			"SELECT i.id, i.stepKey FROM Invocation i JOIN Step s ON s.runId = i.runId AND s.key = i.stepKey WHERE i.runId = ? AND s.outcomeAt IS NOT NULL AND i.startedAt > s.outcomeAt",
		)
		.all(runId) as { id: string; stepKey: string }[];
	return late.map((call) => doubled(`call ${call.id} of the finished step ${call.stepKey}`));
}

/** Every content is read and hashed; every candidate's manifest and files are there; every named blob is there. */
function inspectContents(world: World, runId: string): Finding[] {
	const { projectId, config } = readRun(world.store, runId);
	const file = contentsFile(world.config, projectId);
	const found: Finding[] = [];
	const check = new Database(file);
	const said = check.pragma("integrity_check", { simple: true });
	check.close();
	if (said !== "ok") found.push(corrupt(`contents: integrity_check says ${said}`));
	const contents = openContents(file);
	try {
		const known = new Set<string>();
		for (const { sha256 } of [...contents.list()]) {
			known.add(sha256);
			try {
				contents.get(sha256);
			} catch {
				found.push(corrupt(`the bytes of content ${sha256} don't have that hash`));
			}
		}
		const blobs = world.store.db
			.prepare("SELECT sha256 FROM Blob WHERE projectId = ? AND removedAt IS NULL")
			.all(projectId);
		for (const { sha256 } of blobs as { sha256: string }[]) {
			if (!known.has(sha256)) found.push({ harm: "lost", text: `content ${sha256} is named and not stored` });
		}
		const trees = world.store.db.prepare("SELECT tree FROM Candidate WHERE runId = ?").all(runId) as {
			tree: string;
		}[];
		for (const tree of new Set([config.seedTree, ...trees.map((row) => row.tree)])) {
			if (!known.has(tree)) {
				found.push({ harm: "lost", text: `version ${tree} has no manifest` });
				continue;
			}
			const bytes = contents.get(tree);
			if (createHash("sha256").update(bytes).digest("hex") !== tree)
				found.push(corrupt(`manifest of ${tree}`));
			for (const entry of decodeManifest(bytes).entries) {
				if (entry.type === "file" && !known.has(entry.sha256))
					found.push(corrupt(`version ${tree} lacks the bytes of ${entry.path}`));
			}
		}
	} finally {
		contents.close();
	}
	return found;
}

/** What must be the same whatever happened on the way: trees, verdicts, ledger and the steps that were done. */
export function essenceOf(world: World, runId: string): string {
	const view = viewOf(world, runId);
	const steps = world.store.db
		.prepare("SELECT key, outcome IS NOT NULL AS done FROM Step WHERE runId = ? ORDER BY key")
		.all(runId);
	return JSON.stringify(
		{
			status: view.status,
			endCause: view.endCause,
			trees: view.rows.map((row) => row.candidate?.tree),
			verdicts: view.rows.map((row) => row.verdict),
			claims: view.rows.map((row) => [row.verified, row.gaps, row.findings]),
			issues: view.issues.map(({ key, status, reopenings, history }) => ({
				key,
				status,
				reopenings,
				history,
			})),
			steps,
		},
		null,
		"\t",
	);
}

export function viewOf(world: World, runId: string): RunView {
	return foldRun(readRunEvents(world.store, runId, 0, 1_000_000));
}

/** The first line in which two essences differ, for people. */
export function differenceOf(before: string, after: string): string | null {
	if (before === after) return null;
	const [left, right] = [before.split("\n"), after.split("\n")];
	const at = left.findIndex((line, index) => line !== right[index]);
	return `undisturbed ${left[at]?.trim() ?? "(nothing)"}, here ${right[at]?.trim() ?? "(nothing)"}`;
}

const corrupt = (text: string): Finding => ({ harm: "corrupt", text });
const doubled = (text: string): Finding => ({ harm: "doubled", text });
