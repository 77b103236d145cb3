import type { ClaimedUse, Usage } from "./usage.ts";
import { totalTokens } from "./usage-sum.ts";

/** Less than this is rounding of the CLI's own, US dollars. */
const costNoise = 0.00005;

/**
 * Where the CLI's own total says something else than ours; null: nowhere. A cumulative counter of a resumed session
 * differs as a rule; a figure that only one side knows differs too.
 */
export function claimDifference(usage: Usage | null): ClaimedUse | null {
	const claimed = usage?.claimed;
	if (!usage || claimed === undefined) return null;
	const tokens = claimed.tokens !== null && claimed.tokens !== totalTokens(usage) ? claimed.tokens : null;
	const differs = usage.costUsd === null || Math.abs((claimed.costUsd ?? 0) - usage.costUsd) > costNoise;
	const costUsd = claimed.costUsd !== null && differs ? claimed.costUsd : null;
	return tokens === null && costUsd === null ? null : { tokens, costUsd, scope: claimed.scope };
}
