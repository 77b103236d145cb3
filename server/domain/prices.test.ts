import { expect, it } from "vitest";
import { costOf, findPrice, type Prices, priced } from "./prices.ts";
import type { Usage } from "./usage.ts";

const prices: Prices = {
	user: {
		asOf: "2026-11-01",
		source: "",
		models: {
			"gpt-5.5": { input: 1, output: 2 },
			local: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		},
	},
	bundled: {
		asOf: "2026-10-10",
		source: "",
		models: {
			"gpt-5.5": { input: 5, cacheRead: 0.5, output: 30, asOf: "2026-06-04" },
			"claude-*": { input: 9, output: 9 },
			"claude-opus-4-8*": { input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },
		},
	},
};
const use = (part: Partial<Usage> = {}): Usage => ({
	...{ input: 1_000_000, cacheRead: 0, cacheWrite: 0, output: 1_000_000, reasoning: null },
	...{ costUsd: null, costOrigin: null, origin: "reported", partial: false },
	...part,
});

it.each([
	["gpt-5.5", { model: "gpt-5.5", asOf: "2026-11-01", table: "user" }],
	["openai/gpt-5.5", { model: "gpt-5.5", asOf: "2026-11-01", table: "user" }],
	["claude-opus-4-8-20260301", { model: "claude-opus-4-8*", asOf: "2026-10-10", table: "bundled" }],
	["claude-else", { model: "claude-*", asOf: "2026-10-10", table: "bundled" }],
	["gpt-5.5-pro", null],
	["", null],
])("finds the price of %j", (model, pricedBy) => {
	expect(findPrice(prices, model)?.pricedBy ?? null).toEqual(pricedBy);
});

it.each([
	[use(), { input: 1, output: 2 }, 3],
	[use({ cacheRead: 2_000_000 }), { input: 1, output: 2, cacheRead: 0.5 }, 4],
	[use({ cacheRead: 1 }), { input: 1, output: 2 }, null],
	[use({ cacheWrite: null }), { input: 1, output: 2 }, 3],
	[use({ output: null }), { input: 1, output: 2 }, null],
])("multiplies four buckets, and knows nothing where one is missing (%#)", (usage, price, cost) => {
	expect(costOf(usage, price)).toBe(cost);
});

it("prefers the CLI's own figure, and keeps the table's date with its own", () => {
	expect(priced(use({ costUsd: 7, costOrigin: "cli" }), "gpt-5.5", prices)).toMatchObject({ costUsd: 7 });
	expect(priced(use(), "gpt-5.5", prices)).toMatchObject({
		...{ costUsd: 3, costOrigin: "price_table" },
		pricedBy: { asOf: "2026-11-01", table: "user" },
	});
});

it("takes a CLI's 0 for tokens as no price, unless the user says that the model is free", () => {
	const hollow = use({ costUsd: 0, costOrigin: "cli" });
	expect(priced(hollow, "nobody", prices)).toMatchObject({
		...{ costUsd: null, costOrigin: null },
		claimed: { costUsd: 0 },
	});
	expect(priced(hollow, "local", prices)).toMatchObject({ costUsd: 0, costOrigin: "price_table" });
	expect(priced(use({ input: 0, output: 0, costUsd: 0, costOrigin: "cli" }), null, prices).costUsd).toBe(0);
});

it("makes no real price of simulated tokens", () => {
	expect(priced(use({ origin: "simulated" }), "gpt-5.5", prices).costUsd).toBeNull();
});
