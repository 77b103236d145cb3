import { z } from "zod";

const count = z.number().int().nonnegative().nullable();

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
});
export type Usage = z.infer<typeof usageSchema>;
