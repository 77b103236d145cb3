import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "../domain/errors.ts";
import { type Prices, priceTableSchema } from "../domain/prices.ts";
import defaults from "./default-prices.json" with { type: "json" };
import { parsePrices } from "./parse-prices.ts";

const bundled = priceTableSchema.parse(defaults);

export interface ReadPrices {
	/** the user's file, there or not */
	path: string;
	/** null: the user's file is broken, so nobody knows which price was meant and no cost is made from any table */
	prices: Prices | null;
	bundled: Prices["bundled"];
	problems: Problem[];
}

/** The prices that hold now: the bundled table and the user's own `prices.json` over it. Never throws. */
export function readPrices(dataDirectory: string): ReadPrices {
	const path = join(dataDirectory, "prices.json");
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") {
			return { path, prices: { user: null, bundled }, bundled, problems: [] };
		}
		const what = `can't be read: ${error instanceof Error ? error.message : String(error)}`;
		const mend = "make it readable, or move it away";
		return { path, prices: null, bundled, problems: [{ where: "prices.json", what, mend }] };
	}
	const { table, problems } = parsePrices(text);
	return { path, prices: table === null ? null : { user: table, bundled }, bundled, problems };
}
