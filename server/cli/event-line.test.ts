import { expect, test } from "vitest";
import { type RunEvent, runEventSchema } from "../domain/run-event.ts";
import { eventLine } from "./event-line.ts";

const verdict = { status: "pass", integrity: "clean", contract: "aligned" };

const lines: [Record<string, unknown> & { kind: RunEvent["kind"] }, RegExp][] = [
	[{ kind: "loop.started", loop: 2 }, /^loop 2\/3 {2}begins$/],
	[{ kind: "loop.ended", loop: 2 }, /is over/],
	[{ kind: "stage.started", loop: 1, stage: "plan" }, /^loop 1\/3 {2}plan +begins/],
	[
		{ kind: "stage.ended", loop: 1, stage: "plan", ok: true, durationMs: 900, note: "" },
		/plan +done {2}0\.9 s/,
	],
	[
		{
			kind: "plan.written",
			loop: 1,
			planHash: "x",
			objective: "A board",
			phase: null,
			acceptance: ["a"],
			targets: [],
			preserved: 2,
			dropped: 0,
			criteria: 3,
		},
		/A board \(1 criterion to be proved, 2 to be kept, 0 given up\)/,
	],
	[
		{
			kind: "invocation.started",
			loop: 1,
			invocationId: "i",
			role: "tester",
			harness: "codex",
			model: "m1",
			attempt: 2,
			resumes: "h",
			sandbox: "none",
		},
		/tester at work with codex m1, call 2, its session goes on, without a sandbox/,
	],
	[
		{
			kind: "invocation.ended",
			loop: 1,
			invocationId: "i",
			role: "tester",
			outcome: "completed",
			errorKind: null,
			message: null,
			usage: null,
			durationMs: 65_000,
		},
		/tester completed after 1 min 05 s/,
	],
	[
		{ kind: "role.corrected", loop: 1, role: "planner", attempt: 1, problems: ["tasks: none", "b"] },
		/planner is asked to mend its answer: tasks: none \(and 1 more\)/,
	],
	[{ kind: "developer.reported", loop: 1, status: "pass", summary: "Done", fixed: [] }, /says pass: Done/],
	[
		{
			kind: "candidate.frozen",
			loop: 1,
			candidateId: "c",
			tree: "3f9a1c77e0b2aa",
			parentId: null,
			changedPaths: 1,
			files: 4,
			bytes: 2400,
		},
		/3f9a1c77e0b2: 1 changed path, 4 files, 2\.4 kB/,
	],
	[{ kind: "candidate.unchanged", loop: 1 }, /changed nothing/],
	[
		{
			kind: "check.ended",
			loop: 1,
			candidateId: "c",
			examinationId: "e",
			checkId: "build",
			status: "fail",
			durationMs: 100,
		},
		/check +build fail 0\.1 s/,
	],
	[
		{
			kind: "probe.ended",
			loop: 1,
			candidateId: "c",
			examinationId: "e",
			probeId: "home",
			status: "pass",
			screenshot: null,
			durationMs: 100,
		},
		/probe +home pass/,
	],
	[
		{
			kind: "examination.assessed",
			loop: 1,
			candidateId: "c",
			examinationId: "e",
			official: false,
			verdict,
			verified: 3,
			gaps: 1,
			findings: 0,
			screenshots: 0,
			kept: 0,
			lost: [],
			phase: null,
			productComplete: false,
		},
		/examined again: pass, 3 verified, 1 gap$/,
	],
	[{ kind: "budget.raised", limits: { tokens: 5 } }, /budget raised: tokens to 5/],
	[
		{
			kind: "budget.reached",
			loop: 1,
			key: "tokens",
			used: 5,
			limit: 5,
			unknown: 0,
			text: "5 of 5 tokens",
			action: "pause",
		},
		/used up, the run pauses: 5 of 5 tokens/,
	],
	[{ kind: "budget.disk", loop: 1, bytes: 2_000_000 }, /disk +the run has 2\.0 MB/],
	[{ kind: "run.lost", since: 1 }, /the runner had died; another goes on/],
	[{ kind: "notice", loop: 1, level: "info", text: "Interrupted." }, /note: Interrupted\./],
	[{ kind: "run.status", status: "running", endCause: null, detail: "" }, /^run running$/],
];

test.each(lines)("$kind has words", (event, words) => {
	const line = eventLine(runEventSchema.parse(event), 3);
	expect(line).toMatch(words);
	expect(line).not.toContain(event.kind);
});
