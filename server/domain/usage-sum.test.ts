import { expect, it } from "vitest";
import type { Usage } from "./usage.ts";
import { addUsage, sumUsage, totalTokens } from "./usage-sum.ts";

const use = (part: Partial<Usage> = {}): Usage => ({
	input: 10,
	cacheRead: 100,
	cacheWrite: 1,
	output: 5,
	reasoning: 2,
	costUsd: null,
	costOrigin: null,
	origin: "reported",
	partial: false,
	...part,
});

it("adds each bucket for itself", () => {
	expect(addUsage(use(), use({ input: 1 }))).toEqual(
		use({ input: 11, cacheRead: 200, cacheWrite: 2, output: 10, reasoning: 4, unpriced: 2 }),
	);
});

it("takes unknown with known as at least so much, and unknown with unknown as unknown", () => {
	const sum = addUsage(use({ cacheWrite: null, output: null }), use({ cacheWrite: null, output: 5 }));
	expect(sum).toMatchObject({ cacheWrite: null, output: 5, partial: true });
	expect(addUsage(use({ cacheWrite: null }), use({ cacheWrite: null }))).toMatchObject({ partial: false });
});

it("marks a sum with a call of which nothing is known", () => {
	expect(addUsage(use(), null)).toEqual(use({ partial: true, unpriced: 2 }));
	expect(addUsage(null, null)).toBeNull();
	expect(sumUsage([use(), null, use()])).toMatchObject({ input: 20, partial: true });
	expect(sumUsage([null, use()])).toMatchObject({ input: 10, partial: true });
	expect(sumUsage([use()])).toEqual(use());
	expect(sumUsage([])).toBeNull();
});

it("never mixes simulated tokens into real ones", () => {
	const simulated = use({ origin: "simulated", input: 1_000 });
	expect(addUsage(simulated, use())).toEqual(use());
	expect(addUsage(use(), simulated)).toEqual(use());
	expect(addUsage(simulated, simulated)).toMatchObject({ origin: "simulated", input: 2_000 });
});

it("says of a cost the weaker origin", () => {
	const cli = use({ costUsd: 1, costOrigin: "cli" });
	const table = use({ costUsd: 0.5, costOrigin: "price_table" });
	expect(addUsage(cli, table)).toMatchObject({ costUsd: 1.5, costOrigin: "price_table", partial: false });
	expect(addUsage(cli, use())).toMatchObject({ costUsd: 1, unpriced: 1, partial: false });
});

it("counts the calls without a known cost, and sums no claims", () => {
	const claimed = { tokens: 9, costUsd: 9, scope: "session" as const };
	const known = use({ costUsd: 1, costOrigin: "cli", claimed });
	const sum = sumUsage([known, use(), null, known, use()]);
	expect(sum).toMatchObject({ costUsd: 2, unpriced: 3 });
	expect(sum).not.toHaveProperty("claimed");
	expect(addUsage(known, known)).not.toHaveProperty("unpriced");
});

it("counts four exclusive buckets, reasoning being a part of output", () => {
	expect(totalTokens(use())).toBe(116);
	expect(totalTokens(use({ cacheWrite: null }))).toBe(115);
	expect(totalTokens(use({ input: null, cacheRead: null, cacheWrite: null, output: null }))).toBeNull();
	expect(totalTokens(use({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }))).toBe(0);
	expect(totalTokens(null)).toBeNull();
});
