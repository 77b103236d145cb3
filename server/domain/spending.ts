import type { CallGroup } from "./budget-state.ts";
import { type Role, roles } from "./role.ts";
import { runUsage } from "./run-totals.ts";
import type { RunView } from "./run-view.ts";
import type { Usage } from "./usage.ts";
import { totalTokens, unpricedCalls } from "./usage-sum.ts";

/** What calls came to. Null: nothing is known, never 0 for unknown. */
export interface Spent {
	tokens: number | null;
	costUsd: number | null;
	calls: number;
	/** calls without a known cost: `costUsd` is "at least" */
	unpriced: number;
	/** some calls were cut or said nothing: `tokens` is "at least" */
	tokensAtLeast: boolean;
}

/** What one of something cost on average. */
export interface UnitCost {
	count: number;
	tokens: number | null;
	costUsd: number | null;
}

export interface Spending extends Spent {
	origin: Usage["origin"] | null;
	byRole: Partial<Record<Role, Spent>>;
	/** by the claims that stand verified at the last judged candidate; null: none */
	perVerifiedClaim: UnitCost | null;
	/** by the issues that are closed now; null: none */
	perClosedIssue: UnitCost | null;
}

/** Calls that have ended, by role and loop. Simulated tokens stay out where a run has real ones too. */
export function callGroups(view: RunView): CallGroup[] {
	const origin = runUsage(view)?.origin;
	const groups: CallGroup[] = [];
	for (const row of view.rows) {
		for (const role of roles) {
			const started = row.calls[role] ?? 0;
			const atWork = view.invocation?.role === role && view.loop === row.loop ? 1 : 0;
			const calls = Math.max(0, started - atWork);
			if (calls === 0) continue;
			const usage = row.usage[role];
			if (usage !== undefined && usage.origin !== origin) continue;
			groups.push({
				...{ role, loop: row.loop, calls, ms: row.took[role] ?? 0 },
				tokens: totalTokens(usage ?? null),
				costUsd: usage?.costUsd ?? null,
				unpriced: usage === undefined ? calls : unpricedCalls(usage),
				uncounted: usage === undefined ? calls : usage.partial ? 1 : 0,
			});
		}
	}
	return groups;
}

/** A run's use in all, by role, and for each thing that came of it. */
export function spendingOf(view: RunView): Spending {
	const groups = callGroups(view);
	const all = spent(groups);
	const judged = view.rows.findLast((row) => row.verdict !== null);
	const closed = view.issues.filter((issue) => issue.status === "closed").length;
	return {
		...all,
		origin: runUsage(view)?.origin ?? null,
		byRole: Object.fromEntries(
			roles
				.map((role) => [role, groups.filter((group) => group.role === role)] as const)
				.filter(([, own]) => own.length > 0)
				.map(([role, own]) => [role, spent(own)]),
		),
		perVerifiedClaim: unit(all, judged?.verified ?? 0),
		perClosedIssue: unit(all, closed),
	};
}

function spent(groups: readonly CallGroup[]): Spent {
	const sum = (key: "tokens" | "costUsd") =>
		groups.reduce<number | null>((all, group) => {
			const value = group[key];
			return value === null ? all : (all ?? 0) + value;
		}, null);
	const count = (key: "calls" | "unpriced" | "uncounted") =>
		groups.reduce((all, group) => all + group[key], 0);
	return {
		tokens: sum("tokens"),
		costUsd: sum("costUsd"),
		calls: count("calls"),
		unpriced: count("unpriced"),
		tokensAtLeast: count("uncounted") > 0,
	};
}

function unit({ tokens, costUsd }: Spent, count: number): UnitCost | null {
	if (count === 0) return null;
	const each = (value: number | null) => (value === null ? null : value / count);
	return { count, tokens: each(tokens), costUsd: each(costUsd) };
}
