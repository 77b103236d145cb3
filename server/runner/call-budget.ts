import { budgetAmount } from "../domain/budget-words.ts";
import type { BudgetLimits } from "../domain/budgets.ts";
import type { Usage } from "../domain/usage.ts";
import { totalTokens } from "../domain/usage-sum.ts";

/**
 * Adds up what a CLI tells of its use while it works, and says when a budget of one call is used up. CLIs that report
 * only at their end (Claude Code, Codex by turn) can't be stopped earlier than they tell.
 */
export function watchCallBudget(limits: BudgetLimits): {
	add(usage: Usage): void;
	readonly over: string | null;
} {
	let tokens = 0;
	let cost = 0;
	let over: string | null = null;
	const judge = (measure: "tokens" | "costUsd", used: number) => {
		const limit = limits[`perInvocation.${measure}`];
		// the last step may be the last word: exactly the limit is within it
		if (over !== null || limit === undefined || used <= limit) return;
		over = `${budgetAmount(measure, used)} of at most ${budgetAmount(measure, limit)} used`;
	};
	return {
		add(usage) {
			tokens += totalTokens(usage) ?? 0;
			cost += usage.costUsd ?? 0;
			judge("tokens", tokens);
			judge("costUsd", cost);
		},
		get over() {
			return over;
		},
	};
}
