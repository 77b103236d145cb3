import { expect, test } from "vitest";
import { defaultRetention } from "../domain/retention.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { RetainedCandidate, RetainedRun } from "../store/retention-rows.ts";
import { decide, type Facts } from "./decide.ts";

const day = 24 * 60 * 60 * 1000;
const now = 100 * day;
const accepted: Verdict = { status: "pass", integrity: "clean", contract: "aligned", reasons: [] };
const failed: Verdict = { ...accepted, status: "fail" };

function candidate(loop: number, more: Partial<RetainedCandidate> = {}): RetainedCandidate {
	const tree = String(loop).repeat(64).slice(0, 64);
	return {
		id: `c${loop}`,
		loop,
		tree,
		createdAt: 0,
		verdict: failed,
		openIssue: false,
		examined: false,
		...more,
	};
}

function run(candidates: RetainedCandidate[], more: Partial<RetainedRun> = {}): RetainedRun {
	const calls = candidates.map(({ loop }) => ({ id: `i${loop}`, loop, role: "developer", endedAt: 0 }));
	return {
		id: "r",
		projectId: "p",
		projectName: "tiny",
		number: 1,
		status: "ended",
		endedAt: 0,
		candidates,
		calls,
		...more,
	};
}

function gone(runs: RetainedRun[], more: Partial<Facts> = {}): string[] {
	const facts: Facts = {
		runs,
		pins: { runs: new Set(), candidates: new Set() },
		removed: new Map(),
		policy: { ...defaultRetention, keepCandidates: 1, keepDays: 30, transcriptDays: 30 },
		now,
		...more,
	};
	return decide(facts)
		.filter((decision) => decision.kind !== "evidence")
		.map((decision) => `${decision.kind} ${decision.targetId}`);
}

const three = () => [candidate(1), candidate(2), candidate(3)];
const all = ["version c1", "version c2", "transcript i1", "transcript i2", "transcript i3"];

test.each<[string, RetainedRun[], Partial<Facts>, string[]]>([
	["old candidates but the last, and old output", [run(three())], {}, all],
	["nothing of a run that hasn't ended", [run(three(), { status: "paused" })], {}, []],
	["nothing of a pinned run", [run(three())], { pins: { runs: new Set(["r"]), candidates: new Set() } }, []],
	[
		"a pinned candidate and its loop's output stay",
		[run(three())],
		{ pins: { runs: new Set(), candidates: new Set(["c1"]) } },
		["version c2", "transcript i2", "transcript i3"],
	],
	[
		"the last accepted one stays, an earlier accepted one goes",
		[run([candidate(1, { verdict: accepted }), candidate(2, { verdict: accepted }), candidate(3)])],
		{},
		["version c1", "transcript i1", "transcript i3"],
	],
	[
		"what an open issue was last seen in stays",
		[run([candidate(1, { openIssue: true }), candidate(2), candidate(3)])],
		{},
		["version c2", "transcript i2", "transcript i3"],
	],
	[
		"what is being examined stays",
		[run([candidate(1), candidate(2, { examined: true }), candidate(3)])],
		{},
		["version c1", "transcript i1", "transcript i3"],
	],
	[
		"the young stay",
		[run([candidate(1, { createdAt: now - 10 * day }), candidate(2), candidate(3)])],
		{},
		["version c2", "transcript i1", "transcript i2", "transcript i3"],
	],
	[
		"what went before isn't decided again",
		[run(three())],
		{ removed: new Map([["version:c1", 1]]) },
		all.filter((item) => item !== "version c1"),
	],
])("%s", (_, runs, facts, expected) => {
	expect(gone(runs, facts)).toEqual(expected);
});
