import { describe, expect, it } from "vitest";
import type { LoopRow, RunView } from "../../server/domain/run-view.ts";
import type { Verdict } from "../../server/domain/verdict.ts";
import { claimLines, deltaOf, pictureAt, questions, runNumbers, verdictStrip } from "./prepare-compare.ts";

const pass: Verdict = { status: "pass", integrity: "clean", contract: "aligned", reasons: [] };
const row = (loop: number, over: Partial<LoopRow>): LoopRow =>
	({
		loop,
		usage: {},
		calls: over.usage ? { developer: 1 } : {},
		took: {},
		verdict: null,
		verified: null,
		gaps: null,
		...over,
	}) as LoopRow;
const view = (over: Partial<RunView>): RunView =>
	({
		rows: [],
		issues: [],
		invocation: null,
		trajectory: [],
		startedAt: 1000,
		endedAt: null,
		activeMs: 0,
		activeSince: 1000,
		humanInterventions: 0,
		...over,
	}) as RunView;
const usage = (output: number) => ({
	developer: {
		input: null,
		cacheRead: null,
		cacheWrite: null,
		output,
		reasoning: null,
		costUsd: null,
		costOrigin: null,
		origin: "reported" as const,
		partial: false,
	},
});

describe("runNumbers", () => {
	it("takes the last judged loop, keeps unknown unknown and counts on while the run lives", () => {
		const numbers = runNumbers(
			view({
				rows: [
					row(1, { verdict: pass, verified: 4, gaps: 1, usage: usage(10) }),
					row(2, { verdict: { ...pass, integrity: "violation" }, verified: 2, gaps: 3 }),
					row(3, {}),
				],
				trajectory: [{ loop: 2, scope: 3, open: 1, closed: 2, reopened: 1 }],
			}),
			6000,
		);
		expect(numbers).toEqual({
			loops: 3,
			accepted: 1,
			verified: 2,
			gaps: 3,
			open: 1,
			closed: 2,
			reopenings: 1,
			tokens: 10,
			tokensAtLeast: true,
			...{ costUsd: null, costAtLeast: false, costPerClaim: null },
			...{ tokensPerClaim: 5, tokensPerIssue: null, costPerIssue: null },
			workMs: 5000,
			human: 0,
		});
	});
	it("knows nothing of a run that has not begun", () => {
		expect(runNumbers(view({ startedAt: null }), 1)).toMatchObject({
			tokens: null,
			workMs: null,
			verified: null,
			open: null,
		});
	});
});

describe("deltaOf", () => {
	const base = runNumbers(
		view({ rows: [row(1, { verdict: pass, verified: 4, gaps: 1, usage: usage(10) })] }),
		2000,
	);
	const other = { ...base, verified: 2, gaps: 0, loops: 9, tokens: null };
	it.each([
		["verified", { by: -2, sense: "worse" }],
		["gaps", { by: -1, sense: "better" }],
		["loops", { by: 8, sense: "neutral" }],
		["tokens", null],
		["accepted", null],
	] as const)("%s", (key, expected) => {
		const question = questions.find((one) => one.key === key);
		expect(question && deltaOf(question, base, other)).toEqual(expected);
	});
});

it("claimLines puts what was lost first, then what was won", () => {
	const lines = claimLines([
		{ claim: "same", statement: "", verdicts: ["verified", "verified"] },
		{ claim: "won", statement: "", verdicts: ["gap", "verified"] },
		{ claim: "lost", statement: "", verdicts: ["verified", null] },
	]);
	expect(lines.map((line) => [line.claim, line.change])).toEqual([
		["lost", "lost"],
		["won", "won"],
		["same", "same"],
	]);
});

it("verdictStrip leaves loops without a verdict empty", () => {
	const strip = verdictStrip(view({ rows: [row(2, { verdict: pass })] }), 3);
	expect(strip.map((verdict) => verdict?.status ?? null)).toEqual([null, "pass", null]);
});

it("pictureAt shows the newest picture up to a loop", () => {
	const shot = {
		sha256: "",
		mime: "",
		size: 0,
		url: null,
		artifactUrl: null,
		state: "kept" as const,
		removedAt: null,
		width: 1,
		height: 1,
	};
	const pictures = [{ loop: 1, screenshot: shot }, null, { loop: 3, screenshot: shot }];
	expect(pictureAt(pictures, 2)?.loop).toBe(1);
	expect(pictureAt(pictures, 3)?.loop).toBe(3);
	expect(pictureAt(pictures, 0)).toBeNull();
});
