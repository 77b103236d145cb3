import { describe, expect, it } from "vitest";
import { emptyRunView, foldRun, foldRunEvent } from "./fold-run.ts";
import { type RunEvent, runEventSchema, type StoredRunEvent } from "./run-event.ts";
import { loopUsage, runUsage, usageByRole } from "./run-totals.ts";
import type { RunView } from "./run-view.ts";

const created = runEventSchema.parse({
	kind: "run.created",
	runId: "R",
	number: 1,
	projectId: "P",
	projectName: "Game",
	protocol: "hoh",
	options: {},
	bindings: {},
	configHash: "h",
});
const tree = "3f9a1c77e0b2".padEnd(64, "0");
const usage = (input: number, part: object = {}) => ({
	input,
	cacheRead: 0,
	cacheWrite: 0,
	output: 1,
	reasoning: null,
	costUsd: null,
	costOrigin: null,
	origin: "reported",
	partial: false,
	...part,
});

/** Events in short: one per second, parsed by the schema so that a test can't invent fields. */
function history(...events: Record<string, unknown>[]): StoredRunEvent[] {
	return [created, ...events.map((event) => runEventSchema.parse(event))].map((event, index) => ({
		seq: index + 1,
		at: index * 1_000,
		event,
	}));
}

const status = (value: string, part: object = {}) => ({
	kind: "run.status",
	status: value,
	endCause: null,
	detail: "",
	...part,
});
const started = (role: string, id = role, loop = 1) => ({
	kind: "invocation.started",
	loop,
	invocationId: id,
	role,
	harness: "codex",
	model: null,
	attempt: 1,
	resumes: null,
	sandbox: "enforced",
});
const finished = (role: string, use: object | null, part: object = {}) => ({
	kind: "invocation.ended",
	loop: 1,
	invocationId: role,
	role,
	outcome: "completed",
	errorKind: null,
	message: null,
	usage: use,
	durationMs: 5,
	...part,
});
const issue = (loop: number, key: string, from: string | null, to: string, reopened = false) => ({
	kind: "issue.changed",
	loop,
	key,
	title: key,
	severity: "major",
	from,
	to,
	reopened,
});
const assessed = (loop: number, part: object = {}) => ({
	kind: "examination.assessed",
	loop,
	candidateId: `c${loop}`,
	examinationId: `x${loop}`,
	official: true,
	verdict: { status: "fail", integrity: "clean", contract: "aligned" },
	verified: 4,
	gaps: 1,
	findings: 2,
	screenshots: 3,
	kept: 1,
	lost: ["menu"],
	phase: "first",
	productComplete: false,
	...part,
});
const probe = (examinationId: string, probeId: string, result: string, screenshot: string | null) => ({
	kind: "probe.ended",
	loop: 1,
	candidateId: "c1",
	examinationId,
	probeId,
	status: result,
	screenshot,
	durationMs: 1,
});

describe("foldRun", () => {
	it("builds the row of a loop", () => {
		const view = foldRun(
			history(
				status("running"),
				{ kind: "loop.started", loop: 1 },
				{
					kind: "plan.written",
					loop: 1,
					planHash: "p",
					objective: "Start",
					phase: "first",
					acceptance: ["boot"],
					targets: [],
					preserved: 2,
					dropped: 0,
					criteria: 9,
				},
				{ kind: "developer.reported", loop: 1, status: "partial", summary: "", fixed: [] },
				{
					kind: "candidate.frozen",
					loop: 1,
					candidateId: "c1",
					tree,
					parentId: null,
					changedPaths: 3,
					files: 4,
					bytes: 5,
				},
				{
					kind: "check.ended",
					loop: 1,
					candidateId: "c1",
					examinationId: "x1",
					checkId: "build",
					status: "pass",
					durationMs: 1,
				},
				probe("x1", "board", "pass", "1".repeat(64)),
				assessed(1),
				{ kind: "loop.ended", loop: 1 },
				status("ended", { endCause: "completed", detail: "done" }),
			),
		);
		expect(view).toMatchObject({
			status: "ended",
			endCause: "completed",
			criteria: 9,
			startedAt: 1_000,
			endedAt: 10_000,
			seq: 11,
		});
		expect(view.rows).toHaveLength(1);
		expect(view.rows[0]).toMatchObject({
			loop: 1,
			startedAt: 2_000,
			endedAt: 9_000,
			objective: "Start",
			acceptance: ["boot"],
			preserved: 2,
			developer: "partial",
			candidate: { id: "c1", label: "loop-01-3f9a1c77e0b2", changedPaths: 3, files: 4, bytes: 5 },
			verdict: { status: "fail" },
			examinationId: "x1",
			verified: 4,
			gaps: 1,
			findings: 2,
			screenshots: 3,
			kept: 1,
			lost: ["menu"],
			phase: "first",
			checks: [{ checkId: "build", status: "pass" }],
			screens: [{ probeId: "board", sha256: "1".repeat(64), status: "pass" }],
		});
	});

	it("draws scope, open, closed and reopened per loop", () => {
		const view = foldRun(
			history(
				{ kind: "loop.started", loop: 1 },
				issue(1, "a", null, "open"),
				issue(1, "b", null, "open"),
				{ kind: "loop.ended", loop: 1 },
				{ kind: "loop.started", loop: 2 },
				issue(2, "a", "open", "fixed_pending_verify"),
				issue(2, "a", "fixed_pending_verify", "closed"),
				issue(2, "b", "open", "fixed_pending_verify"),
				{ kind: "loop.ended", loop: 2 },
				{ kind: "loop.started", loop: 3 },
				issue(3, "a", "closed", "regressed", true),
				issue(3, "b", "fixed_pending_verify", "policy_invalidated"),
				issue(3, "a", "regressed", "regressed"),
				{ kind: "loop.ended", loop: 3 },
				{ kind: "loop.ended", loop: 4 },
			),
		);
		expect(view.trajectory).toEqual([
			{ loop: 1, scope: 2, open: 2, closed: 0, reopened: 0 },
			{ loop: 2, scope: 2, open: 1, closed: 1, reopened: 0 },
			{ loop: 3, scope: 2, open: 1, closed: 0, reopened: 1 },
			{ loop: 4, scope: 2, open: 1, closed: 0, reopened: 0 },
		]);
		expect(view.rows.map((row) => [row.issuesOpened, row.issuesClosed, row.issuesReopened])).toEqual([
			[2, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
			[0, 0, 0],
		]);
		expect(view.issues[0]).toMatchObject({
			key: "a",
			status: "regressed",
			firstLoop: 1,
			lastLoop: 3,
			reopenings: 1,
		});
		expect(view.issues[0]?.history.map(({ to }) => to)).toEqual([
			"open",
			"fixed_pending_verify",
			"closed",
			"regressed",
		]);
	});

	it("follows the stage line of the current loop only", () => {
		const events = history(
			{ kind: "loop.started", loop: 1 },
			{ kind: "stage.started", loop: 1, stage: "plan" },
			{ kind: "stage.ended", loop: 1, stage: "plan", ok: true, durationMs: 9, note: "2 tasks" },
			{ kind: "stage.started", loop: 1, stage: "develop" },
			{ kind: "stage.ended", loop: 9, stage: "develop", ok: false, durationMs: 1, note: "" },
		);
		const view = foldRun(events);
		expect(view.stages.slice(0, 3)).toMatchObject([
			{ stage: "plan", state: "done", durationMs: 9, note: "2 tasks" },
			{ stage: "preserve", state: "idle" },
			{ stage: "develop", state: "active", since: 4_000, durationMs: null },
		]);
		expect(next(view, { kind: "loop.started", loop: 2 }).stages.every(({ state }) => state === "idle")).toBe(
			true,
		);
		const failed = next(view, status("ended", { endCause: "failed" }));
		expect(failed.stages[2]).toMatchObject({ state: "failed", durationMs: 2_000 });
		expect(next(view, status("ended", { endCause: "stopped" })).stages[2]?.state).toBe("idle");
	});

	it("counts no time as work in which the run had lost its runner", () => {
		const at = (seq: number, ms: number, event: object) => ({
			seq,
			at: ms,
			event: runEventSchema.parse(event),
		});
		const begun = [
			...history(status("running"), { kind: "loop.started", loop: 1 }),
			at(4, 4_000, { kind: "stage.started", loop: 1, stage: "develop" }),
		];
		const started = begun.find(({ event }) => event.kind === "run.status")?.at ?? 0;
		const view = foldRun([...begun, at(5, 100_000, { kind: "run.lost", since: 6_000 })]);
		expect(view).toMatchObject({ activeMs: 6_000 - started, activeSince: 100_000 });
		expect(view.stages[2]).toMatchObject({ state: "active", since: 98_000 });
		expect(view.notices.at(-1)?.text).toBe(
			"Its runner had died; another took it up 94 s after its last sign of life.",
		);
		const paused = foldRun([
			...begun,
			at(5, 5_000, status("paused")),
			at(6, 9_000, { kind: "run.lost", since: 5_000 }),
		]);
		expect(paused).toMatchObject({ activeMs: 5_000 - started, activeSince: null });
	});

	it("knows who is at work, and that nobody is while it waits", () => {
		const view = foldRun(history(status("running"), { kind: "loop.started", loop: 1 }, started("planner")));
		expect(view.invocation).toMatchObject({ id: "planner", harness: "codex", since: 3_000 });
		expect(next(view, finished("planner", null)).invocation).toBeNull();
		expect(next(view, finished("tester", null)).invocation).not.toBeNull();
		expect(next(view, status("pausing")).invocation).not.toBeNull();
		expect(next(view, status("suspended")).invocation).toBeNull();
	});

	it("counts only answers to a question as a person's help", () => {
		const view = foldRun(
			history(
				status("running"),
				status("pausing"),
				status("paused"),
				status("running"),
				status("suspended"),
				status("running"),
				status("needs_input", { question: "Log in?" }),
			),
		);
		expect(view).toMatchObject({ humanInterventions: 0, question: "Log in?" });
		expect(next(view, status("running"))).toMatchObject({ humanInterventions: 1, question: null });
	});

	it("keeps the last error and the notices", () => {
		const view = foldRun(
			history(
				finished("planner", null, { outcome: "failed", errorKind: "quota", message: "used up" }),
				finished("planner", null),
				...Array.from({ length: 205 }, (_, index) => ({
					kind: "notice",
					loop: 0,
					level: "info",
					text: `${index}`,
				})),
			),
		);
		expect(view.lastError).toEqual({ kind: "quota", message: "used up", loop: 1, role: "planner" });
		expect(view.notices).toHaveLength(200);
		expect(view.notices.at(-1)?.text).toBe("204");
	});
});

describe("examinations", () => {
	it("keeps the last picture and the first trouble of a repeated probe", () => {
		const view = foldRun(
			history(
				probe("x1", "board", "fail", "1".repeat(64)),
				probe("x1", "board", "pass", "2".repeat(64)),
				probe("x1", "menu", "timeout", null),
			),
		);
		expect(view.rows[0]?.screens).toEqual([
			{ probeId: "board", sha256: "2".repeat(64), status: "fail" },
			{ probeId: "menu", sha256: null, status: "timeout" },
		]);
	});

	it("shows another examination beside, never over the official one", () => {
		const view = foldRun(history(probe("x1", "board", "pass", "1".repeat(64)), assessed(1)));
		const later = next(
			next(view, probe("x9", "board", "fail", "9".repeat(64))),
			assessed(1, { official: false, examinationId: "x9", verified: 99 }),
		);
		expect(later.rows).toEqual(view.rows);
		expect(later.trajectory).toEqual(view.trajectory);
	});

	it("forgets what an examination left that had to start over", () => {
		const view = foldRun(history(probe("x1", "board", "fail", null), probe("x2", "menu", "pass", null)));
		expect(view.rows[0]).toMatchObject({ examinationId: "x2", screens: [{ probeId: "menu" }] });
	});
});

describe("tokens", () => {
	it("adds corrections and retries to their role", () => {
		const view = foldRun(
			history(
				started("planner"),
				finished("planner", usage(10)),
				started("planner"),
				finished("planner", usage(5)),
				started("developer"),
				finished("developer", usage(100)),
			),
		);
		expect(view.rows[0]).toMatchObject({
			calls: { planner: 2, developer: 1 },
			usage: { planner: { input: 15, output: 2 }, developer: { input: 100 } },
		});
		expect(runUsage(view)).toMatchObject({ input: 115, output: 3, partial: false });
		expect(usageByRole(view)).toMatchObject({ planner: { input: 15 }, developer: { input: 100 } });
		expect(usageByRole(view).tester).toBeUndefined();
	});

	it("says at least where a call said nothing, in either order", () => {
		for (const uses of [
			[usage(10), null],
			[null, usage(10)],
		]) {
			const view = foldRun(history(...uses.flatMap((use) => [started("planner"), finished("planner", use)])));
			expect(view.rows[0]?.usage.planner).toMatchObject({ input: 10, partial: true });
		}
		const silent = foldRun(history(started("planner"), finished("planner", null)));
		expect(silent.rows[0]?.usage).toEqual({});
		expect(runUsage(silent)).toBeNull();
		const row = foldRun(
			history(started("planner"), finished("planner", usage(1)), started("tester"), finished("tester", null)),
		).rows[0];
		expect(row === undefined ? null : loopUsage(row)).toMatchObject({ input: 1, partial: true });
	});
});

describe("foldRunEvent", () => {
	it("ignores what it already has, and never changes what it was given", () => {
		const events = history({ kind: "loop.started", loop: 1 }, issue(1, "a", null, "open"), assessed(1));
		const views: RunView[] = [];
		const copies: string[] = [];
		let view = emptyRunView(created as RunEvent & { kind: "run.created" }, 0);
		for (const stored of events) {
			view = foldRunEvent(deepFreeze(view), stored);
			views.push(view);
			copies.push(JSON.stringify(view));
		}
		expect(views.map((seen) => JSON.stringify(seen))).toEqual(copies);
		for (const stored of events) expect(foldRunEvent(view, stored)).toBe(view);
		expect(foldRun(events)).toEqual(view);
	});

	it("keeps the identity of what an event does not touch", () => {
		const view = foldRun(history({ kind: "loop.started", loop: 1 }, { kind: "loop.started", loop: 2 }));
		const later = next(view, assessed(2));
		expect(later.rows[0]).toBe(view.rows[0]);
		expect(later.issues).toBe(view.issues);
		expect(later.stages).toBe(view.stages);
	});

	it("refuses a history without a beginning", () => {
		expect(() => foldRun([])).toThrow(/without any event/);
		expect(() => foldRun(history({ kind: "loop.started", loop: 1 }).slice(1))).toThrow(
			/starts with run.created/,
		);
	});

	it("folds a thousand loops fast", () => {
		const events = history(
			...Array.from({ length: 1_000 }, (_, index) => index + 1).flatMap((loop) => [
				{ kind: "loop.started", loop },
				started("planner", "planner", loop),
				issue(loop, `i${loop % 200}`, loop <= 200 ? null : "open", "open"),
				assessed(loop),
				{ kind: "loop.ended", loop },
			]),
		);
		const begin = performance.now();
		expect(foldRun(events).rows).toHaveLength(1_000);
		expect(performance.now() - begin).toBeLessThan(5_000);
	}, 60_000);
});

describe("a run at rest", () => {
	const status = (word: string, more: object = {}) => ({
		kind: "run.status",
		status: word,
		endCause: null,
		detail: "",
		...more,
	});
	const plan = (view: RunView) => view.stages.find(({ stage }) => stage === "plan");
	const begin = [status("running"), { kind: "stage.started", loop: 1, stage: "plan" }];

	it.each([
		["paused", {}],
		["waiting", { until: "2026-01-01T00:00:00Z" }],
		["needs_input", { question: "Which?" }],
		["suspended", {}],
	])("that is %s has a clock that stands, and goes on with it", (word, more) => {
		// events come once a second: the stage begins at 2, rests at 4, goes on at 6
		const resting = foldRun(
			history(...begin, { kind: "loop.ended", loop: 9 }, status(word, more), { kind: "loop.ended", loop: 9 }),
		);
		expect(plan(resting)).toMatchObject({ state: "active", since: 2_000, durationMs: 2_000 });
		const on = foldRunEvent(resting, {
			seq: resting.seq + 1,
			at: 6_000,
			event: runEventSchema.parse(status("running")),
		});
		expect(plan(on)).toMatchObject({ state: "active", since: 4_000, durationMs: null });
	});

	it.each([
		[status("paused", { detail: "Lunch" }), { level: "info", text: "Paused: Lunch" }],
		[status("paused", { detail: "Paused by a person." }), { level: "info", text: "Paused by a person." }],
		[status("waiting", { detail: "A limit" }), { level: "warning", text: "Waits: A limit" }],
		[status("needs_input", { question: "Which?" }), { level: "warning", text: "Asks: Which?" }],
		[
			{
				kind: "issue.changed",
				loop: 2,
				key: "board.stuck",
				title: "It sticks",
				severity: "major",
				from: "closed",
				to: "open",
				reopened: true,
			},
			{ loop: 2, level: "warning", text: "Issue board.stuck is back: It sticks" },
		],
		[
			{ kind: "budget.raised", limits: { tokens: 5 } },
			{ level: "info", text: "Budget raised: Tokens of the whole run to 5" },
		],
	])("%j is told in its activity", (event, notice) => {
		expect(foldRun(history(...begin, event)).notices).toMatchObject([notice]);
	});

	it("tells that it goes on, but not that it began", () => {
		const view = foldRun(history(...begin, status("paused"), status("queued"), status("running")));
		expect(view.notices.map((notice) => notice.text)).toEqual(["Paused.", "Goes on."]);
	});
});

function next(view: RunView, event: Record<string, unknown>): RunView {
	return foldRunEvent(view, { seq: view.seq + 1, at: view.seq * 1_000, event: runEventSchema.parse(event) });
}

function deepFreeze<T>(value: T): T {
	if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		for (const part of Object.values(value)) deepFreeze(part);
	}
	return value;
}

it("keeps what examines beside the run out of its totals", () => {
	const call = {
		kind: "invocation.started",
		loop: 1,
		invocationId: "i-9",
		role: "tester",
		harness: "scripted",
	};
	const started = { ...call, model: null, attempt: 1, resumes: null, sandbox: "enforced" };
	const at = (seq: number, event: object) => ({ seq, at: seq, event: runEventSchema.parse(event) });
	const view = foldRun([at(1, created), at(2, { kind: "loop.started", loop: 1 })]);
	const beside = foldRunEvent(view, at(3, { ...started, beside: true }));
	expect(beside.invocation).toBeNull();
	expect(beside.rows[0]?.calls).toEqual({});
	expect(foldRunEvent(view, at(3, started)).invocation?.id).toBe("i-9");
});
