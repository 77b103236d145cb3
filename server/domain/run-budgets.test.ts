import { expect, it } from "vitest";
import type { Budgets } from "./budgets.ts";
import { foldRun } from "./fold-run.ts";
import { budgetsOf } from "./run-budgets.ts";
import type { RunEvent } from "./run-event.ts";
import type { Usage } from "./usage.ts";

const minute = 60_000;
const use = (tokens: number, costUsd: number | null): Usage => ({
	...{ input: tokens, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, partial: false },
	...{ costUsd, costOrigin: costUsd === null ? null : "cli", origin: "reported" },
});
const status = (word: "running" | "paused"): RunEvent => ({
	...{ kind: "run.status", status: word, endCause: null, detail: "", question: null, until: null },
});
const call = (loop: number, role: "planner" | "developer", usage: Usage | null): RunEvent[] => [
	{
		...{ kind: "invocation.started", loop, invocationId: "i", role, harness: "codex", model: null },
		...{ attempt: 1, resumes: null, sandbox: "enforced" },
	},
	{
		...{ kind: "invocation.ended", loop, invocationId: "i", role, outcome: "completed" },
		...{ errorKind: null, message: null, usage, durationMs: minute },
	},
];

function view(budgets: Budgets, ...later: (readonly [at: number, event: RunEvent])[]) {
	const created = {
		...{ kind: "run.created", runId: "r", number: 1, projectId: "p", projectName: "p", protocol: "hoh" },
		...{ options: {}, bindings: {}, configHash: "", budgets },
	} as unknown as RunEvent;
	const events = [[0, created] as const, ...later];
	return foldRun(events.map(([at, event], index) => ({ seq: index + 1, at, event })));
}

const history = (events: RunEvent[]) => events.map((event) => [minute, event] as const);

it("judges run, roles and the current loop each by its own calls; what isn't known is counted apart", () => {
	const budgets = {
		...{ tokens: 1000, costUsd: 4, invocations: 10 },
		...{ perRole: { developer: { tokens: 400 } }, perLoop: { costUsd: 1 } },
	};
	const states = budgetsOf(
		view(
			budgets,
			[0, status("running")],
			...history([
				...[{ kind: "loop.started", loop: 1 } as const, ...call(1, "planner", use(100, 1))],
				...[...call(1, "developer", use(300, null)), { kind: "loop.started", loop: 2 } as const],
				...[...call(2, "planner", use(100, 0.5)), ...call(2, "developer", null)],
			]),
		),
		minute,
	);
	expect(states.map(({ key, used, unknown }) => [key, used, unknown])).toEqual([
		["perRole.developer.tokens", 300, 1],
		["tokens", 500, 1],
		["perLoop.costUsd", 0.5, 1],
		["invocations", 4, 0],
		["costUsd", 1.5, 2],
	]);
});

it("counts time at work only, and takes a raised limit", () => {
	const paused = view(
		{ wallMinutes: 10 },
		[0, status("running")],
		[8 * minute, status("paused")],
		[90 * minute, { kind: "budget.raised", limits: { wallMinutes: 20 } }],
	);
	expect(budgetsOf(paused, 100 * minute)).toMatchObject([{ used: 8, limit: 20, share: 0.4 }]);
	expect(paused.humanInterventions).toBe(1);
});
