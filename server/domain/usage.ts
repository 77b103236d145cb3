import { z } from "zod";

const count = z.number().int().nonnegative().nullable();

/**
 * What the CLI itself says it all came to, where it says so. `scope`: `invocation`, or `session` for counters that run on
 * over resumed calls (Codex's thread, Claude's `total_cost_usd` and `modelUsage`). Kept as a claim; it is in no sum.
 */
const claimedSchema = z.strictObject({
	tokens: count,
	costUsd: z.number().nonnegative().nullable(),
	scope: z.enum(["invocation", "session"]),
});
export type ClaimedUse = z.infer<typeof claimedSchema>;

/** Which price made a cost: fixed when the call ends, so that a later edit of the table rewrites no history. */
const pricedBySchema = z.strictObject({
	/** id or pattern of the entry, as it stands in the table */
	model: z.string(),
	/** ISO day of the price */
	asOf: z.string(),
	table: z.enum(["bundled", "user"]),
});

/**
 * Tokens of one invocation in four exclusive buckets (design §5.9): `input` is fresh input without any cached part,
 * `reasoning` is a part of `output`. Null is "not known", never 0. `origin`: `reported` by the CLI, `simulated` by the
 * scripted harness (kept out of real totals). `partial`: the call was cut, more may have been used.
 */
export const usageSchema = z.strictObject({
	input: count,
	cacheRead: count,
	cacheWrite: count,
	output: count,
	reasoning: count,
	costUsd: z.number().nonnegative().nullable(),
	costOrigin: z.enum(["cli", "price_table"]).nullable(),
	origin: z.enum(["reported", "simulated"]),
	partial: z.boolean(),
	claimed: claimedSchema.optional(),
	pricedBy: pricedBySchema.optional(),
	/** in a sum: how many of its calls have no known cost; absent: none, or a single call (`costUsd` tells) */
	unpriced: z.number().int().positive().optional(),
});
export type Usage = z.infer<typeof usageSchema>;
