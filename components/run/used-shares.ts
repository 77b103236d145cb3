import type { RunView } from "@/server/domain/run-view.ts";
import { totalOfRoles } from "../format/usage";

export interface UsedShare {
	label: string;
	/** 0… of the limit; above 1 when it was overrun */
	share: number;
}

/** How much of each budget is used, the fullest first. `now`: milliseconds since 1970. */
export function usedShares(
	view: Pick<RunView, "rows" | "startedAt" | "endedAt">,
	budgets: Readonly<Record<string, unknown>>,
	now: number,
): UsedShare[] {
	const shares: UsedShare[] = [];
	const add = (name: string, label: string, used: number) => {
		const limit = budgets[name];
		if (typeof limit === "number" && limit > 0) shares.push({ label, share: used / limit });
	};
	const usages = view.rows.flatMap((row) => Object.values(row.usage));
	add(
		"tokens",
		"token budget",
		view.rows.reduce((sum, row) => sum + (totalOfRoles(row.usage) ?? 0), 0),
	);
	add(
		"costUsd",
		"cost budget",
		usages.reduce((sum, usage) => sum + (usage.costUsd ?? 0), 0),
	);
	const calls = view.rows.flatMap((row) => Object.values(row.calls));
	add(
		"invocations",
		"call budget",
		calls.reduce((sum, count) => sum + count, 0),
	);
	if (view.startedAt !== null) {
		add("wallMinutes", "time budget", Math.max(0, (view.endedAt ?? now) - view.startedAt) / 60_000);
	}
	return shares.sort((a, b) => b.share - a.share);
}
