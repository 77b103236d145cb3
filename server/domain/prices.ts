import { z } from "zod";
import type { Usage } from "./usage.ts";
import { totalTokens } from "./usage-sum.ts";

const usd = z.number().nonnegative();
const day = z.iso.date("write the day as 2026-11-30");

/** US dollars per 1,000,000 tokens of each exclusive bucket. A bucket without a price makes calls that used it unknown. */
export const priceSchema = z.strictObject({
	input: usd,
	cacheRead: usd.optional(),
	cacheWrite: usd.optional(),
	output: usd,
	/** day of this price, where it isn't the table's */
	asOf: day.optional(),
});
export type Price = z.infer<typeof priceSchema>;

/** `prices.json`. A key is a model's id; one `*` at its end stands for any ending. 0 says "free", e.g. a model of one's own. */
export const priceTableSchema = z.strictObject({
	$schema: z.string().optional(),
	asOf: day,
	source: z.string().max(2000).default(""),
	models: z.record(
		z.string().regex(/^[^*]+\*?$/, "a model's id, with at most one * at its end"),
		priceSchema,
	),
});
export type PriceTable = z.infer<typeof priceTableSchema>;

/** Tables in the order in which they are asked: the user's own, then the bundled one. */
export interface Prices {
	user: PriceTable | null;
	bundled: PriceTable;
}

export interface FoundPrice {
	price: Price;
	pricedBy: NonNullable<Usage["pricedBy"]>;
}

/**
 * Price of a model, or null: the user's table before the bundled one; in each an exact id before a pattern, the longest
 * pattern first. `provider/model` also finds `model`.
 */
export function findPrice(prices: Prices, model: string): FoundPrice | null {
	const names = [model, model.slice(model.lastIndexOf("/") + 1)];
	for (const table of ["user", "bundled"] as const) {
		const content = prices[table];
		if (content === null) continue;
		for (const name of names) {
			const key = keyFor(Object.keys(content.models), name);
			const price = key === null ? undefined : content.models[key];
			if (key !== null && price !== undefined) {
				return { price, pricedBy: { model: key, asOf: price.asOf ?? content.asOf, table } };
			}
		}
	}
	return null;
}

function keyFor(keys: readonly string[], name: string): string | null {
	if (keys.includes(name)) return name;
	const fitting = keys.filter((key) => key.endsWith("*") && name.startsWith(key.slice(0, -1)));
	return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}

const buckets = ["input", "cacheRead", "cacheWrite", "output"] as const;

/** What these tokens cost, or null if a bucket's number or price isn't known. Buckets of 0 tokens need no price. */
export function costOf(usage: Pick<Usage, (typeof buckets)[number]>, price: Price): number | null {
	let cost = 0;
	for (const bucket of buckets) {
		const tokens = usage[bucket];
		// a CLI that never mentions cache writes makes none
		if (tokens === null && bucket === "cacheWrite") continue;
		if (tokens === 0) continue;
		const rate = price[bucket];
		if (tokens === null || rate === undefined) return null;
		cost += (tokens * rate) / 1_000_000;
	}
	return cost;
}

/**
 * A CLI's cost of 0 for a call that used tokens says that the CLI has no price (custom providers of Pi and OpenCode), not
 * that the call was free: it becomes unknown, and stays as the CLI's claim. Whoever runs a free model says so in
 * `prices.json` with zeros.
 */
export function withoutHollowCost(usage: Usage): Usage {
	if (usage.costUsd !== 0 || usage.costOrigin !== "cli" || (totalTokens(usage) ?? 0) === 0) return usage;
	const claimed = { tokens: null, scope: "invocation" as const, ...usage.claimed, costUsd: 0 };
	return { ...usage, costUsd: null, costOrigin: null, claimed };
}

/** A call's use with its cost: the CLI's own figure, else by the table, else unknown. `model`: as bound or as reported. */
export function priced(usage: Usage, model: string | null, prices: Prices): Usage {
	const honest = withoutHollowCost(usage);
	if (honest.costUsd !== null || model === null || honest.origin === "simulated") return honest;
	const found = findPrice(prices, model);
	const cost = found === null ? null : costOf(honest, found.price);
	if (found === null || cost === null) return honest;
	return { ...honest, costUsd: cost, costOrigin: "price_table", pricedBy: found.pricedBy };
}
