import type { RunEvent } from "./run-event.ts";
import type { RunView } from "./run-view.ts";

type BudgetEvent = RunEvent & { kind: `budget.${string}` };

/** What became of the run's budgets. Raising one is a person's help, and is counted as such. */
export function foldBudget(view: RunView, event: BudgetEvent): RunView {
	const { budgets } = view;
	switch (event.kind) {
		case "budget.warned":
			return {
				...view,
				budgets: { ...budgets, warned: [...new Set([...budgets.warned, event.key])] },
			};
		case "budget.reached": {
			const { key, used, limit, action, text } = event;
			return { ...view, budgets: { ...budgets, reached: { key, used, limit, action, text } } };
		}
		case "budget.raised":
			return {
				...view,
				humanInterventions: view.humanInterventions + 1,
				budgets: {
					...budgets,
					raised: { ...budgets.raised, ...event.limits },
					warned: budgets.warned.filter((key) => !(key in event.limits)),
				},
			};
		case "budget.disk":
			return { ...view, budgets: { ...budgets, diskBytes: event.bytes } };
	}
}
