import { type Role, roles } from "./role.ts";
import type { LoopRow, RunView } from "./run-view.ts";
import type { Usage } from "./usage.ts";
import { sumUsage } from "./usage-sum.ts";

/** All use of one loop; null = nothing known. A role that was called and said nothing makes the sum "at least". */
export function loopUsage(row: LoopRow): Usage | null {
	return sumUsage(roles.filter((role) => (row.calls[role] ?? 0) > 0).map((role) => row.usage[role] ?? null));
}

/** All use of a run so far, corrections and retries included. */
export function runUsage(view: RunView): Usage | null {
	return sumUsage(view.rows.filter((row) => Object.keys(row.calls).length > 0).map(loopUsage));
}

/** Use per role over the whole run; a role that was never called is absent. */
export function usageByRole(view: RunView): Partial<Record<Role, Usage | null>> {
	const totals: Partial<Record<Role, Usage | null>> = {};
	for (const role of roles) {
		const called = view.rows.filter((row) => (row.calls[role] ?? 0) > 0);
		if (called.length > 0) totals[role] = sumUsage(called.map((row) => row.usage[role] ?? null));
	}
	return totals;
}
