import { z } from "zod";
import { roleSchema } from "./role.ts";

const count = z.number().int().positive().optional();
const amount = z.number().positive().optional();

/** What a run, a role over the whole run, or one loop may use. */
const scopeBudgetSchema = z.strictObject({
	tokens: count,
	costUsd: amount,
	/** of the run and of a loop: time at work, pauses left out; of a role: its calls' own time */
	wallMinutes: amount,
	invocations: count,
});

/** What one call may use. Memory, processes and processor time are those of its whole tree. */
const callBudgetSchema = z.strictObject({
	/** looked at while the call works, as far as the CLI tells its use before the end */
	tokens: count,
	costUsd: amount,
	wallMinutes: amount,
	/** 1 MB = 1,000,000 bytes of resident memory */
	memoryMegabytes: count,
	processes: count,
	/** answers of the model; counted by the CLI where it can, else by what it tells */
	turns: count,
	/** user and system time of its whole tree, children that have ended included as far as the system tells */
	cpuMinutes: amount,
});

/** Limits of a run (design §5.9). The flat ones are the run's own. */
export const budgetsSchema = scopeBudgetSchema.extend({
	/** wall clock of one invocation */
	invocationMinutes: amount,
	/** no event and no open tool call for so long ends an invocation as hung */
	idleMinutes: amount,
	/** live workspace, calls and copies of the run, and the contents that it added; 1 MB = 1,000,000 bytes */
	diskMegabytes: count,
	perInvocation: callBudgetSchema.optional(),
	perRole: z.partialRecord(roleSchema, scopeBudgetSchema).optional(),
	perLoop: scopeBudgetSchema.optional(),
	/** before the next call: `pause` waits for a person who raises the budget, `stop` ends the run; pause if not said */
	onExhausted: z.enum(["pause", "stop"]).optional(),
});
export type Budgets = z.infer<typeof budgetsSchema>;

/** Limits by their place in the configuration (`tokens`, `perRole.developer.costUsd`); these can be raised later. */
export type BudgetLimits = Readonly<Record<string, number>>;

/** All numbers of a configuration of budgets, by their place. */
export function flatBudgets(budgets: Budgets): BudgetLimits {
	const flat: Record<string, number> = {};
	const walk = (value: unknown, place: string) => {
		if (typeof value === "number") flat[place] = value;
		if (typeof value !== "object" || value === null) return;
		for (const [key, inner] of Object.entries(value)) walk(inner, place === "" ? key : `${place}.${key}`);
	};
	walk(budgets, "");
	return flat;
}

/** Later limits over earlier ones, place by place. */
export function mergeBudgets(base: Budgets, over: Budgets): Budgets {
	const perRole: Budgets["perRole"] = { ...base.perRole };
	for (const role of roleSchema.options) {
		const own = over.perRole?.[role];
		if (own) perRole[role] = { ...perRole[role], ...own };
	}
	return {
		...base,
		...over,
		...(base.perInvocation || over.perInvocation
			? { perInvocation: { ...base.perInvocation, ...over.perInvocation } }
			: {}),
		...(base.perRole || over.perRole ? { perRole } : {}),
		...(base.perLoop || over.perLoop ? { perLoop: { ...base.perLoop, ...over.perLoop } } : {}),
	};
}

/** The other way round: `{"perRole.developer.tokens": 5}` becomes what a configuration holds. Values stay as they are. */
export function nestBudgets(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const nested: Record<string, unknown> = {};
	for (const [place, value] of Object.entries(flat)) {
		const parts = place.split(".");
		let at = nested;
		for (const part of parts.slice(0, -1)) {
			at[part] ??= {};
			at = at[part] as Record<string, unknown>;
		}
		at[parts.at(-1) as string] = value;
	}
	return nested;
}
