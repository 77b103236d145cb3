import type { RunView } from "../domain/run-view.ts";
import type { Usage } from "../domain/usage.ts";

export interface TokenTotals {
	input: number | null;
	cacheRead: number | null;
	cacheWrite: number | null;
	output: number | null;
	/** part of `output` */
	reasoning: number | null;
	cost: number | null;
	/** simulated figures stay out of a total as soon as one real figure is in it */
	origin: "reported" | "simulated" | null;
}

/** Sum of some invocations. A bucket that nobody reported is null; real and simulated are never added. */
export function totalUsage(usages: readonly Usage[]): TokenTotals {
	const real = usages.filter((usage) => usage.origin === "reported");
	const counted = real.length > 0 ? real : usages;
	return {
		input: sum(counted, "input"),
		cacheRead: sum(counted, "cacheRead"),
		cacheWrite: sum(counted, "cacheWrite"),
		output: sum(counted, "output"),
		reasoning: sum(counted, "reasoning"),
		cost: sum(counted, "costUsd"),
		origin: counted[0]?.origin ?? null,
	};
}

type Bucket = "input" | "cacheRead" | "cacheWrite" | "output" | "reasoning" | "costUsd";

function sum(usages: readonly Usage[], bucket: Bucket): number | null {
	const known = usages.map((usage) => usage[bucket]).filter((value) => value !== null);
	return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

/** All four exclusive buckets together; null if none is known. */
export function allTokens(totals: TokenTotals): number | null {
	const known = [totals.input, totals.cacheRead, totals.cacheWrite, totals.output].filter(
		(value) => value !== null,
	);
	return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

/** Every role's use in every loop of a run. */
export function usagesOf(rows: RunView["rows"]): Usage[] {
	return rows.flatMap((row) => Object.values(row.usage));
}
