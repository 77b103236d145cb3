import { type Budgets, flatBudgets } from "../domain/budgets.ts";
import { DomainError } from "../domain/errors.ts";
import { raisedBudgets } from "../store/budget-events.ts";
import { appendRunEvent } from "../store/events.ts";
import type { Store } from "../store/open.ts";
import { readRun } from "../store/run-rows.ts";
import { countIntervention } from "../store/run-status.ts";

/**
 * Gives a run more. Only limits that it has can be raised, and only upwards: the configuration stays as it was, the new
 * limits are a record of their own, and count as a person's help.
 * @throws DomainError `not_found`; `conflict` for a run that has ended; `invalid_input` that names the limit
 */
export function raiseBudget(store: Store, runId: string, budgets: Budgets): void {
	store.transaction(() => {
		const run = readRun(store, runId);
		if (run.status === "ended") {
			throw new DomainError("conflict", "The run has ended: start another one with a larger budget.");
		}
		const now: Record<string, number> = {
			...flatBudgets(run.config.budgets),
			...raisedBudgets(store, runId),
		};
		const limits = flatBudgets(budgets);
		if (Object.keys(limits).length === 0) {
			throw new DomainError("invalid_input", "No limit was given: say which budget to raise, and to what.");
		}
		const problems = Object.entries(limits).flatMap(([key, limit]) => {
			const old = now[key];
			const where = `budgets.${key}`;
			if (old === undefined) {
				const set = Object.keys(now).join(", ") || "none";
				return [{ where, what: "the run has no such budget", mend: `it has: ${set}` }];
			}
			if (limit > old) return [];
			const mend = "give more than that";
			return [{ where, what: `${limit} is no more than the ${old} of now`, mend }];
		});
		if (problems.length > 0) {
			const words = problems.map(({ where, what, mend }) => `${where}: ${what} (${mend})`).join("; ");
			throw new DomainError("invalid_input", words, problems);
		}
		appendRunEvent(store, runId, { kind: "budget.raised", limits });
		countIntervention(store, runId);
	});
}
