import type { BudgetLimits } from "./budgets.ts";
import { type Role, roleSchema } from "./role.ts";

export const budgetMeasures = ["tokens", "costUsd", "wallMinutes", "invocations", "diskMegabytes"] as const;
export type BudgetMeasure = (typeof budgetMeasures)[number];

/** Share of a budget at which a person is told. */
export const warnShare = 0.8;

/** Calls of one role in one loop. Null: of none of them anything is known. */
export interface CallGroup {
	role: Role;
	loop: number;
	calls: number;
	tokens: number | null;
	costUsd: number | null;
	/** calls without a known cost */
	unpriced: number;
	/** calls of whose tokens nothing is known */
	uncounted: number;
	ms: number;
}

export interface BudgetFacts {
	groups: readonly CallGroup[];
	/** the loop that is judged for `perLoop` */
	loop: number;
	/** time at work, pauses left out */
	runMs: number;
	loopMs: number;
	/** null: not measured */
	diskBytes: number | null;
}

export interface BudgetState {
	/** place in the configuration */
	key: string;
	scope: "run" | "role" | "loop";
	role: Role | null;
	loop: number | null;
	measure: BudgetMeasure;
	limit: number;
	/** null: nothing is known */
	used: number | null;
	/** used / limit; 0 while nothing is known */
	share: number;
	/** calls that `used` says nothing of: it is "at least" */
	unknown: number;
}

/** Every limit of run, roles and loop with what is used of it; those of single calls are judged while the call works. */
export function budgetStates(limits: BudgetLimits, facts: BudgetFacts): BudgetState[] {
	return Object.entries(limits).flatMap(([key, limit]): BudgetState[] => {
		const place = placeOf(key);
		if (place === null) return [];
		const groups = facts.groups.filter(
			(group) =>
				(place.scope !== "role" || group.role === place.role) &&
				(place.scope !== "loop" || group.loop === facts.loop),
		);
		const { used, unknown } = usedOf(place, groups, facts);
		const loop = place.scope === "loop" ? facts.loop : null;
		return [{ key, ...place, loop, limit, used, unknown, share: used === null ? 0 : used / limit }];
	});
}

/** States that bear on the next call of a role: another role's own budget doesn't. */
export function bearsOn(state: BudgetState, role: Role | null): boolean {
	return state.scope !== "role" || state.role === role;
}

function placeOf(key: string): Pick<BudgetState, "scope" | "role" | "measure"> | null {
	const parts = key.split(".");
	const measure = budgetMeasures.find((name) => name === parts.at(-1));
	if (measure === undefined) return null;
	if (parts.length === 1) return { scope: "run", role: null, measure };
	if (parts[0] === "perLoop" && parts.length === 2) return { scope: "loop", role: null, measure };
	const role = roleSchema.safeParse(parts[1]);
	if (parts[0] === "perRole" && parts.length === 3 && role.success) {
		return { scope: "role", role: role.data, measure };
	}
	return null;
}

function usedOf(
	{ scope, measure }: Pick<BudgetState, "scope" | "measure">,
	groups: readonly CallGroup[],
	facts: BudgetFacts,
): { used: number | null; unknown: number } {
	const sum = (pick: (group: CallGroup) => number | null) =>
		groups.reduce((all, one) => all + (pick(one) ?? 0), 0);
	switch (measure) {
		case "tokens":
			return { used: known(groups, "tokens"), unknown: sum((group) => group.uncounted) };
		case "costUsd":
			return { used: known(groups, "costUsd"), unknown: sum((group) => group.unpriced) };
		case "invocations":
			return { used: sum((group) => group.calls), unknown: 0 };
		case "diskMegabytes":
			return { used: facts.diskBytes === null ? null : facts.diskBytes / 1e6, unknown: 0 };
		default: {
			const ms = scope === "role" ? sum((group) => group.ms) : scope === "loop" ? facts.loopMs : facts.runMs;
			return { used: ms / 60_000, unknown: 0 };
		}
	}
}

/** Nothing called yet is a known 0; calls of which nothing is known are unknown. */
function known(groups: readonly CallGroup[], key: "tokens" | "costUsd"): number | null {
	if (groups.length === 0) return 0;
	return groups.reduce<number | null>((sum, group) => {
		const value = group[key];
		return value === null ? sum : (sum ?? 0) + value;
	}, null);
}
