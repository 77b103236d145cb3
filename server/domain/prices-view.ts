import type { Problem } from "./errors.ts";
import type { Price } from "./prices.ts";

/** One price as it holds, US dollars per 1,000,000 tokens. */
export interface PriceRow extends Price {
	model: string;
	asOf: string;
	table: "bundled" | "user";
	/** a bundled price that the user's table replaces */
	replaced: boolean;
}

export interface PricesView {
	/** the user's own file, there or not */
	path: string;
	found: boolean;
	/** why the user's file can't be used; then no cost is made from any table */
	problems: Problem[];
	bundled: { asOf: string; source: string };
	user: { asOf: string; source: string } | null;
	rows: PriceRow[];
}
