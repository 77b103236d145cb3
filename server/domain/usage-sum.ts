import type { Usage } from "./usage.ts";

const buckets = ["input", "cacheRead", "cacheWrite", "output", "reasoning"] as const;

/**
 * Sum of two uses. An unknown bucket beside a known one gives the known number and `partial: true`: "at least so
 * much". Unknown with unknown stays unknown. Calls without a known cost are counted apart (`unpriced`): they say nothing of tokens. `null` (a call of which nothing is known) makes the other one partial.
 * Simulated tokens are never added to reported ones: where both come, the reported ones stay alone (design §6b).
 */
export function addUsage(a: Usage | null, b: Usage | null): Usage | null {
	if (a === null || b === null) {
		const known = a ?? b;
		return known === null ? null : { ...known, partial: true, unpriced: unpricedCalls(known) + 1 };
	}
	if (a.origin !== b.origin) return a.origin === "reported" ? a : b;
	// a claim and a price belong to one call
	const { claimed: _, pricedBy: __, unpriced: ___, ...first } = a;
	const sum: Usage = { ...first, partial: a.partial || b.partial };
	for (const bucket of buckets) {
		if ((a[bucket] === null) !== (b[bucket] === null)) sum.partial = true;
		sum[bucket] = addKnown(a[bucket], b[bucket]);
	}
	sum.costUsd = addKnown(a.costUsd, b.costUsd);
	const unpriced = unpricedCalls(a) + unpricedCalls(b);
	if (unpriced > 0) sum.unpriced = unpriced;
	// a sum is no better than its weaker part
	sum.costOrigin =
		a.costOrigin === "price_table" || b.costOrigin === "price_table"
			? "price_table"
			: (a.costOrigin ?? b.costOrigin);
	return sum;
}

/** Calls inside a use whose cost isn't known: one, or what a sum has counted. */
export function unpricedCalls(usage: Usage): number {
	return usage.unpriced ?? (usage.costUsd === null ? 1 : 0);
}

/** Sum of many; an empty list is unknown, not zero. */
export function sumUsage(usages: Iterable<Usage | null>): Usage | null {
	let sum: Usage | null = null;
	let first = true;
	for (const usage of usages) {
		sum = first ? usage : addUsage(sum, usage);
		first = false;
	}
	return sum;
}

/** All tokens of a use: the four exclusive buckets (`reasoning` is inside `output`). Null if none of them is known. */
export function totalTokens(usage: Usage | null): number | null {
	if (usage === null) return null;
	return [usage.input, usage.cacheRead, usage.cacheWrite, usage.output].reduce(addKnown, null);
}

function addKnown(a: number | null, b: number | null): number | null {
	if (a === null) return b;
	return b === null ? a : a + b;
}
