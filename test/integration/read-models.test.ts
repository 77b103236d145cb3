import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actions, ApiContext, Nudge } from "../../server/api/context.ts";
import { createCaller } from "../../server/api/init.ts";
import { appRouter } from "../../server/api/router.ts";
import { DomainError } from "../../server/domain/errors.ts";
import type { Manifest } from "../../server/domain/manifest.ts";
import { runConfigSchema } from "../../server/domain/run.ts";
import { insertCandidate } from "../../server/store/candidate-rows.ts";
import { appendLog, appendRunEvent } from "../../server/store/events.ts";
import {
	insertExamination,
	writeAssessment,
	writeRecords,
	writeResults,
} from "../../server/store/examination-rows.ts";
import { insertInvocation } from "../../server/store/invocation-rows.ts";
import { writeLedger } from "../../server/store/issue-rows.ts";
import { ensureLoop, writePreservation } from "../../server/store/loop-rows.ts";
import { openStore } from "../../server/store/open.ts";
import { openReads } from "../../server/store/prisma.ts";
import { ensureProject, insertRun } from "../../server/store/run-rows.ts";
import { setRunStatus } from "../../server/store/run-status.ts";

/*
 * Read models over a database that the store's own writes made: two loops of one run, two candidates, one issue.
 */

const directory = mkdtempSync(path.join(tmpdir(), "fuseline-read-"));
const store = openStore(path.join(directory, "fuseline.sqlite"), {
	migrationsDirectory: path.resolve(import.meta.dirname, "../../prisma/migrations"),
});
const reads = openReads(store.file);
const bytes = new Map<string, Buffer>();
const manifests = new Map<string, Manifest>();
const listeners = new Set<(nudge: Nudge) => void>();

function keep(text: string): string {
	const sha256 = createHash("sha256").update(text).digest("hex");
	bytes.set(sha256, Buffer.from(text));
	return sha256;
}

const actions = {
	extractContent: async (_project: string, run: string, sha256: string) => `/exports/${run}/${sha256}.png`,
	command: async () => {
		throw new DomainError("conflict", "the run has ended");
	},
} as unknown as Actions;

const context: ApiContext = {
	store,
	reads,
	actions,
	bus: {
		subscribe(_, listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	},
	signer: {
		signPath: (part) => `${part}${part.includes("?") ? "&" : "?"}sig=s`,
		artifactOrigin: "http://localhost:2",
	},
	contents: () => ({
		has: (sha256) => bytes.has(sha256),
		size: (sha256) => bytes.get(sha256)?.length ?? null,
		get: (sha256) => bytes.get(sha256) as Buffer,
	}),
	manifest: (_, sha256) => manifests.get(sha256) as Manifest,
	openCandidates: () => new Map(),
};
const api = createCaller(appRouter)(context);

const tester = { harness: "scripted", model: null, effort: null, access: "read-only" as const, settings: {} };
const trees = ["1".repeat(64), "2".repeat(64)] as const;
let runId = "";
let projectId = "";
let invocationId = "";
const candidates: string[] = [];

function loop(index: 1 | 2, files: Record<string, string>, verified: boolean): void {
	const tree = trees[index - 1] as string;
	manifests.set(tree, {
		entries: Object.entries(files).map(([file, text]) => ({
			type: "file" as const,
			path: Buffer.from(file).toString("latin1"),
			mode: 0o644,
			size: Buffer.byteLength(text),
			sha256: keep(text),
		})),
	});
	ensureLoop(store, runId, index);
	writePreservation(store, runId, index, {
		set: [{ claim: "board.opens", statement: "It opens", loop: 1 }],
		dropped: [],
	});
	appendRunEvent(store, runId, { kind: "loop.started", loop: index });
	invocationId = insertInvocation(store, {
		...{
			runId,
			loop: index,
			stepKey: `loop-0${index}/test`,
			examinationId: null,
			role: "tester",
			attempt: 1,
		},
		...{ harness: "scripted", model: null, effort: null, access: "read-only", sandbox: "enforced" },
		...{ resumesId: null, promptSha256: keep("the prompt"), inputs: [], argv: ["agent"] },
	});
	appendRunEvent(store, runId, {
		...{ kind: "invocation.started", loop: index, invocationId, role: "tester", harness: "scripted" },
		...{ model: null, attempt: 1, resumes: null, sandbox: "enforced" },
	});
	appendLog(store, runId, index, invocationId, [
		{ type: "message", text: `hello ${index}` },
		{ type: "note", text: "n" },
		{ type: "message", text: "bye" },
	]);
	appendRunEvent(store, runId, {
		...{ kind: "invocation.ended", loop: index, invocationId, role: "tester", outcome: "completed" },
		...{ errorKind: null, message: null, durationMs: 5 },
		usage: {
			...{ input: 10, cacheRead: null, cacheWrite: null, output: 5, reasoning: null },
			...{ costUsd: null, costOrigin: null, origin: "simulated", partial: false },
		},
	});
	const parentId = candidates[0] ?? null;
	const candidateId = insertCandidate(store, {
		...{ runId, loop: index, tree, gitTree: "g", manifestSha256: tree, parentId, files: 1, bytes: 3 },
		changedPaths: [
			{ path: Buffer.from("größe.txt").toString("latin1"), change: "update", sizeBefore: 1, sizeAfter: 2 },
		],
		policy: { ignored: [".git"], leftOut: [] },
	});
	candidates.push(candidateId);
	appendRunEvent(store, runId, {
		...{
			kind: "candidate.frozen",
			loop: index,
			candidateId,
			tree,
			parentId,
			changedPaths: 1,
			files: 1,
			bytes: 3,
		},
	});
	const examinationId = insertExamination(store, {
		...{ candidateId, runId, loop: index, official: true, tester, instruction: null, planHash: null },
	});
	const shot = keep(`picture ${verified}`);
	writeResults(
		store,
		examinationId,
		[],
		[1, 2].map((repetition) => ({
			...{
				probeId: "board",
				title: "Board",
				repetition,
				required: true,
				proposed: false,
				status: "pass" as const,
			},
			...{ message: "", screenshotSha256: shot, width: 1280, height: 800, console: [], failedRequests: [] },
			...{ steps: [], durationMs: 3 },
		})),
	);
	writeRecords(store, examinationId, [
		{
			...{
				ref: "probe:board@won",
				kind: "screenshot",
				origin: "host",
				passed: null,
				title: "won",
				observation: "",
			},
			...{
				sha256: keep(`won ${index}`),
				mime: "image/png",
				size: 3,
				width: 1280,
				height: 800,
				environment: {},
			},
			...{ box: "black", tree, invocationId: null },
		},
	]);
	const verdict = {
		status: verified ? ("pass" as const) : ("fail" as const),
		...{ integrity: "clean" as const, contract: "aligned" as const, reasons: [] },
	};
	writeAssessment(store, examinationId, {
		claims: [
			{
				...{ id: "board.opens", statement: "It opens", scope: "", method: "", observed: "", impact: "" },
				...{ limitation: "", assessment: verified ? "verified" : "refuted", records: ["probe:board"] },
				...{ verdict: verified ? "verified" : "gap", gapReason: verified ? null : "refuted", reason: "" },
				...{ acceptance: true, preservation: false },
			},
		],
		findings: [],
		verdict,
		preservation: { kept: [], lost: [], unproven: [] },
		nextPreserved: [],
		ledger: [],
		issueEvents: [],
		phase: null,
		productComplete: verified,
	});
	appendRunEvent(store, runId, {
		...{ kind: "examination.assessed", loop: index, candidateId, examinationId, official: true, verdict },
		...{ verified: verified ? 1 : 0, gaps: verified ? 0 : 1, findings: 0, screenshots: 2, kept: 0, lost: [] },
		...{ phase: null, productComplete: verified },
	});
	const status = verified ? "closed" : "open";
	writeLedger(
		store,
		runId,
		[
			{
				...{ key: "board.dead", title: "Dead", severity: "blocker", status, claim: "board.opens" },
				...{ firstLoop: 1, lastLoop: index, reopenings: 0 },
			},
		],
		[
			{
				...{
					key: "board.dead",
					kind: verified ? "closed" : "opened",
					from: verified ? "open" : null,
					to: status,
				},
				...{ loop: index, records: ["probe:board"], note: "" },
			},
		],
		{ candidateId, examinationId },
	);
}

beforeAll(() => {
	projectId = ensureProject(store, "board", null);
	const config = runConfigSchema.parse({
		...{ protocol: "hoh", options: { loops: 2 }, bindings: { tester }, specSha256: keep("# Board") },
		...{ project: {}, budgets: {}, seedTree: "0".repeat(64), promptsVersion: "1" },
	});
	runId = insertRun(store, projectId, config, "hash");
	setRunStatus(store, runId, { status: "running" });
	store.transaction(() => {
		loop(1, { "größe.txt": "one\n" }, false);
		loop(2, { "größe.txt": "two\n", "raw.bin": "\0" }, true);
	});
	setRunStatus(store, runId, { status: "ended", endCause: "completed" });
});

afterAll(async () => {
	await reads.$disconnect();
	store.close();
	rmSync(directory, { recursive: true });
});

describe("runs", () => {
	test("are listed newest first, a page at a time, and by state", async () => {
		const config = (await reads.run.findUniqueOrThrow({ where: { id: runId } })).config;
		const others = [1, 2].map(() =>
			insertRun(store, projectId, runConfigSchema.parse(JSON.parse(config)), "hash"),
		);
		const first = await api.runs.list({ limit: 2 });
		const second = await api.runs.list({ limit: 2, cursor: first.next });
		expect([...first.rows, ...second.rows].map((row) => row.runId)).toEqual([...others.reverse(), runId]);
		expect(second.next).toBeNull();
		expect(second.rows[0]).toMatchObject({ tokens: 30, tokensOrigin: "simulated", costUsd: null, loops: 2 });
		expect((await api.runs.list({ limit: 9, state: "ended" })).rows.map((row) => row.runId)).toEqual([runId]);
		expect((await api.runs.list({ limit: 9, state: "live", project: "board" })).rows).toHaveLength(2);
	});

	test("are found by id, by number and as the latest; an unknown one says how to find it", async () => {
		expect(await api.runs.resolve({ reference: runId })).toEqual({ runId });
		expect(await api.runs.resolve({ reference: "board/1" })).toEqual({ runId });
		await expect(api.runs.resolve({ reference: "nope" })).rejects.toMatchObject({ code: "NOT_FOUND" });
	});

	test("the summary has the keys that scripts rely on", async () => {
		const summary = await api.runs.summary({ runId });
		const tokens = {
			...{ input: 10, cacheRead: null, cacheWrite: null, output: 5, reasoning: null, cost: null },
			origin: "simulated",
		};
		expect(summary).toMatchObject({
			run: { id: runId, project: "board", protocol: "hoh", status: "ended", endCause: "completed", loops: 2 },
			issues: { total: 1, open: 0, closed: 1, reopened: 0, reopenings: 0 },
			tokens: { ...tokens, input: 20, output: 10 },
			humanInterventions: 0,
		});
		expect(summary.candidates[1]).toEqual({
			...{ id: candidates[1], loop: 2, tree: trees[1], parent: candidates[0], developerStatus: null },
			verdict: { status: "pass", integrity: "clean", contract: "aligned" },
			claims: { verified: 1, gap: 0 },
			...{ findings: 0, screenshots: 2, tokens },
			screenshotFiles: [
				["board", keep("picture true")],
				["board", keep("won 2")],
			].map(([probe, sha256]) => ({ probe, sha256, width: 1280, path: `/exports/${runId}/${sha256}.png` })),
		});
		expect(summary.durationMs).toBeGreaterThanOrEqual(0);
	});

	test("settings of a run start the same run again", async () => {
		expect(await api.runs.settings({ runId })).toMatchObject({
			source: { kind: "spec", name: "board", text: "# Board" },
			...{ protocol: "hoh", options: { loops: 2 }, bindings: { tester } },
		});
	});

	test("a domain error keeps its code and its words", async () => {
		await expect(api.runs.stop({ runId })).rejects.toMatchObject({
			code: "CONFLICT",
			message: "the run has ended",
		});
	});
});

describe("loops and candidates", () => {
	test("a loop shows what was preserved, who was called and what was proved", async () => {
		const view = await api.loops.get({ runId, loop: 1 });
		expect(view).toMatchObject({
			preservation: { set: ["board.opens"], dropped: [] },
			...{ hasPrevious: false, hasNext: true },
			candidate: { id: candidates[0], changedPaths: [{ path: "größe.txt", change: "update" }] },
			invocations: [{ role: "tester", events: 3 }],
			examinations: [
				{ official: true, claims: [{ id: "board.opens", verdict: "gap", gapReason: "refuted" }] },
			],
		});
		expect(view.examinations[0]?.probes[0]?.screenshot?.url).toMatch(
			/^\/contents\/.*type=image%2Fpng&sig=s$/,
		);
		await expect(api.loops.get({ runId, loop: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
	});

	test("files, text and diff of a candidate, by its label too", async () => {
		const label = `board/1/loop-02-${"2".repeat(12)}`;
		expect(await api.candidates.files({ candidateId: candidates[1] as string })).toMatchObject([
			{ path: "größe.txt", change: "update", size: 4 },
			{ path: "raw.bin", change: null },
		]);
		expect(await api.candidates.file({ candidateId: label, path: "größe.txt" })).toMatchObject({
			text: "two\n",
		});
		expect(await api.candidates.file({ candidateId: label, path: "raw.bin" })).toMatchObject({
			...{ text: null, reason: "not text" },
		});
		const diff = await api.candidates.diff({ candidateId: label, path: "größe.txt" });
		expect(diff.hunks.flatMap((hunk) => hunk.lines.map((line) => `${line.kind} ${line.text}`))).toEqual([
			"delete one",
			"add two",
		]);
		await expect(api.candidates.get({ candidateId: "loop-x" })).rejects.toMatchObject({
			code: "BAD_REQUEST",
		});
	});

	test("screens tell whether a picture moved", async () => {
		const { rows } = await api.screens.grid({ runId });
		expect(rows).toMatchObject([{ probeId: "board", cells: [{ unchanged: null }, { unchanged: false }] }]);
	});

	test("a person's word on a picture is kept beside the evidence and decides nothing", async () => {
		const before = await api.loops.get({ runId, loop: 2 });
		const { examinationId } = (await api.screens.grid({ runId })).rows[0]?.cells[1] ?? { examinationId: "" };
		const target = { runId, examinationId, ref: "probe:board@won" };
		await api.reviews.add({ ...target, decision: "reject" });
		await api.reviews.add({ ...target, decision: "accept" });
		await api.reviews.add({ ...target, decision: "comment", comment: " too pale " });
		expect(await api.reviews.list({ runId })).toMatchObject([
			{ examinationId, ref: "probe:board@won", decision: "reject", comment: "" },
			{ decision: "accept" },
			{ decision: "comment", comment: "too pale" },
		]);
		expect(await api.loops.get({ runId, loop: 2 })).toEqual(before);
		await expect(api.reviews.add({ ...target, ref: "probe:none", decision: "accept" })).rejects.toThrow(
			/no record "probe:none"/,
		);
		await expect(api.reviews.add({ ...target, decision: "comment", comment: " " })).rejects.toThrow();
	});

	test("a version that is pinned says so until it is unpinned", async () => {
		const target = { kind: "candidate" as const, id: candidates[0] as string };
		const pinned = async () => (await api.candidates.get({ candidateId: target.id })).pinned;
		expect(await pinned()).toBe(false);
		await api.upkeep.pin(target);
		expect(await pinned()).toBe(true);
		await api.upkeep.unpin(target);
		expect(await pinned()).toBe(false);
	});

	test("issues carry their history", async () => {
		expect(await api.issues.list({ runId })).toMatchObject([
			{ key: "board.dead", status: "closed", events: [{ kind: "opened" }, { kind: "closed", from: "open" }] },
		]);
	});

	test("compared runs share claims, probes and settings", async () => {
		const view = await api.compare.runs({ runIds: [runId, runId] });
		expect(view.claims).toEqual([
			{ claim: "board.opens", statement: "It opens", verdicts: ["verified", "verified"] },
		]);
		expect(view.differences).toEqual([]);
		expect(view.probes[0]?.pictures.map((list) => list.map((picture) => picture?.loop))).toEqual([
			[1, 2],
			[1, 2],
		]);
	});
});

describe("logs", () => {
	test("words are found where they stand, in what can be read only", async () => {
		const find = async (words: string, change: object = {}) =>
			(await api.log.find({ runId, invocationId: null, words, ...change })).seqs;
		const seqOf = async (text: string) => {
			const { entries } = await api.log.page({
				...{ runId, invocationId: null, before: null, after: 0, limit: 100 },
			});
			return entries.filter(({ event }) => "text" in event && event.text === text).map(({ seq }) => seq);
		};
		expect(await find("HELLO")).toEqual([...(await seqOf("hello 1")), ...(await seqOf("hello 2"))]);
		expect(await find("hello", { invocationId })).toEqual(await seqOf("hello 2"));
		expect(await find("hello", { types: ["note"] })).toEqual([]);
		// field names, and signs that LIKE would take for any letter
		for (const words of ["message", "text", "h_llo", "hello%"]) expect(await find(words)).toEqual([]);
	});

	test("pages by cursor, place and type, with exact totals that grow", async () => {
		const page = (change: object) =>
			api.log.page({ ...{ runId, invocationId: null, before: null, after: null, limit: 2 }, ...change });
		const tail = await page({});
		expect(tail).toMatchObject({
			total: 6,
			entries: [{ event: { type: "note" } }, { event: { text: "bye" } }],
		});
		expect((await page({ after: 0 })).entries[0]).toMatchObject({
			event: { text: "hello 1" },
			role: "tester",
			loop: 1,
		});
		expect((await page({ before: tail.entries[0]?.seq })).entries.at(-1)).toMatchObject({
			event: { text: "hello 2" },
		});
		expect((await page({ offset: 3, limit: 1 })).entries).toMatchObject([{ event: { text: "hello 2" } }]);
		expect(await page({ types: ["note"] })).toMatchObject({ total: 2 });
		expect(await page({ invocationId })).toMatchObject({ total: 3 });
		appendLog(store, runId, 2, invocationId, [{ type: "note", text: "late" }]);
		expect(await page({ invocationId })).toMatchObject({ total: 4 });
		expect(await page({ types: ["note"] })).toMatchObject({ total: 3 });
		expect(await page({ types: ["error"] })).toMatchObject({ total: 0, firstSeq: null, entries: [] });
	});
});

describe("runs.watch", () => {
	test("gives history and news without a gap or a twin, and lets go when it is closed", async () => {
		const seen: number[] = [];
		const watched = await api.runs.watch({ runId, after: 2 });
		const expected = store.db
			.prepare("SELECT seq FROM Event WHERE runId = ? AND channel = 'run' AND seq > 2 ORDER BY seq")
			.pluck()
			.all(runId) as number[];
		let late: number | null = null;
		for await (const [id, stored] of watched as AsyncIterable<[string, { seq: number }]>) {
			expect(id).toBe(String(stored.seq));
			seen.push(stored.seq);
			if (stored.seq === late) break;
			if (stored.seq !== expected.at(-1)) continue;
			late = store.transaction(() =>
				appendRunEvent(store, runId, { kind: "notice", loop: 2, level: "info", text: "late" }),
			);
			expected.push(late);
			for (const listener of listeners) listener({ runId, seq: late, status: "ended" });
		}
		expect(seen).toEqual(expected);
		expect(listeners.size).toBe(0);
	});
});
