import { expect, it } from "vitest";
import { type Budgets, budgetsSchema, flatBudgets, mergeBudgets, nestBudgets } from "./budgets.ts";

const budgets: Budgets = {
	...{ tokens: 10, idleMinutes: 5, onExhausted: "stop" },
	...{ perRole: { developer: { tokens: 4, costUsd: 1 } }, perInvocation: { memoryMegabytes: 900 } },
};

it("names every limit by its place, and back", () => {
	const flat = flatBudgets(budgets);
	expect(flat).toEqual({
		...{ tokens: 10, idleMinutes: 5 },
		...{
			"perRole.developer.tokens": 4,
			"perRole.developer.costUsd": 1,
			"perInvocation.memoryMegabytes": 900,
		},
	});
	expect({ ...nestBudgets(flat), onExhausted: "stop" }).toEqual(budgets);
});

it("lays later limits over earlier ones, place by place", () => {
	const merged = mergeBudgets(budgets, {
		costUsd: 3,
		perRole: { developer: { tokens: 9 }, tester: { tokens: 1 } },
	});
	expect(merged).toEqual({
		...budgets,
		...{ costUsd: 3, perRole: { developer: { tokens: 9, costUsd: 1 }, tester: { tokens: 1 } } },
	});
	expect(mergeBudgets({}, {})).toEqual({});
});

it("takes what earlier versions wrote, and refuses what isn't a limit", () => {
	const old = {
		tokens: 1,
		costUsd: 0.5,
		wallMinutes: 2,
		invocations: 3,
		invocationMinutes: 1,
		idleMinutes: 1,
	};
	expect(budgetsSchema.parse(old)).toEqual(old);
	for (const wrong of [{ tokens: 0 }, { perRole: { judge: {} } }, { perLoop: { memoryMegabytes: 1 } }]) {
		expect(budgetsSchema.safeParse(wrong).success).toBe(false);
	}
});
