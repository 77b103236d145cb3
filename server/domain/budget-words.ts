import type { BudgetState } from "./budget-state.ts";

const names = {
	tokens: "Token budget",
	costUsd: "Cost budget",
	wallMinutes: "Time budget",
	invocations: "Call budget",
	diskMegabytes: "Disk budget",
} as const;

/** `Token budget of the run`, `Cost budget of the developer`, `Time budget of loop 3` */
export function budgetName({
	measure,
	scope,
	role,
	loop,
}: Omit<BudgetState, "limit" | "used" | "share">): string {
	const whose = scope === "role" ? `the ${role}` : scope === "loop" ? `loop ${loop}` : "the run";
	return `${names[measure]} of ${whose}`;
}

/** An amount in its unit, e.g. `12,000 tokens`, `$1.20`, `90 min`, `3 calls`, `250 MB`. */
export function budgetAmount(measure: BudgetState["measure"], amount: number): string {
	const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: amount < 10 ? 2 : 0 }).format(amount);
	switch (measure) {
		case "costUsd":
			return amount > 0 && amount < 0.01 ? `$${amount.toFixed(4)}` : `$${amount.toFixed(2)}`;
		case "wallMinutes":
			return `${exact} min`;
		case "diskMegabytes":
			return `${exact} MB`;
		case "invocations":
			return `${exact} ${amount === 1 ? "call" : "calls"}`;
		default:
			return `${exact} ${amount === 1 ? "token" : "tokens"}`;
	}
}

/** `Token budget of the run: 1,200 tokens of 1,000 tokens used`; says so where calls of unknown use aren't in it. */
export function budgetSentence(state: Omit<BudgetState, "share">): string {
	const least = state.unknown > 0 ? "at least " : "";
	const used = state.used === null ? "unknown" : `${least}${budgetAmount(state.measure, state.used)}`;
	const calls = `${state.unknown} ${state.unknown === 1 ? "call" : "calls"}`;
	const more =
		state.unknown > 0 ? `; of ${calls} the ${state.measure === "costUsd" ? "cost" : "use"} isn't known` : "";
	return `${budgetName({ ...state })}: ${used} of ${budgetAmount(state.measure, state.limit)} used${more}`;
}
