import { totalTokens } from "../domain/usage-sum.ts";
import { countInvocations, invocationUsages } from "../store/invocation-rows.ts";
import { readRun } from "../store/run-rows.ts";
import { LeaveRun } from "./leave.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Ends the run before a call that its budget no longer covers. Unknown usage counts as nothing, and the notes of the
 * run say so; simulated usage counts, so that a rehearsal behaves as the real run would.
 * @throws LeaveRun with cause `budget_exhausted`
 */
export function checkBudgets(context: RunContext): void {
	const { budgets } = context.config;
	const over = (what: string, used: string, limit: string) =>
		new LeaveRun({
			status: "ended",
			endCause: "budget_exhausted",
			detail: `${what} budget used up: ${used} of ${limit}.`,
		});
	if (budgets.invocations !== undefined) {
		const calls = countInvocations(context.store, context.runId);
		if (calls >= budgets.invocations) throw over("Call", `${calls}`, `${budgets.invocations}`);
	}
	if (budgets.wallMinutes !== undefined) {
		const { startedAt } = readRun(context.store, context.runId);
		const minutes = startedAt === null ? 0 : (Date.now() - startedAt) / 60_000;
		if (minutes >= budgets.wallMinutes)
			throw over("Wall time", `${Math.round(minutes)} min`, `${budgets.wallMinutes} min`);
	}
	if (budgets.tokens === undefined && budgets.costUsd === undefined) return;
	let tokens = 0;
	let cost = 0;
	for (const usage of invocationUsages(context.store, context.runId)) {
		if (usage === null) continue;
		tokens += totalTokens(usage) ?? 0;
		cost += usage.costUsd ?? 0;
	}
	if (budgets.tokens !== undefined && tokens >= budgets.tokens)
		throw over("Token", `${tokens}`, `${budgets.tokens}`);
	if (budgets.costUsd !== undefined && cost >= budgets.costUsd) {
		throw over("Cost", `$${cost.toFixed(2)}`, `$${budgets.costUsd.toFixed(2)}`);
	}
}
