import { type BudgetState, budgetStates } from "./budget-state.ts";
import { flatBudgets } from "./budgets.ts";
import { activeMsOf } from "./fold-loop-row.ts";
import type { RunView } from "./run-view.ts";
import { callGroups } from "./spending.ts";

/** Limits of a run that hold now, by their place: as configured, and what a person raised since. */
export function limitsOf(view: RunView): Record<string, number> {
	return { ...flatBudgets(view.budgets.configured), ...view.budgets.raised };
}

/** Every budget of run, roles and the current loop with what is used of it, the fullest first. `now`: ms since 1970. */
export function budgetsOf(view: RunView, now: number): BudgetState[] {
	const runMs = activeMsOf(view, now);
	const row = view.rows.find(({ loop }) => loop === view.loop);
	const states = budgetStates(limitsOf(view), {
		groups: callGroups(view),
		loop: view.loop,
		runMs,
		loopMs: row ? runMs - row.activeBefore : 0,
		diskBytes: view.budgets.diskBytes,
	});
	return states.sort((a, b) => b.share - a.share);
}
