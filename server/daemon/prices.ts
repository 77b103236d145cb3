import { existsSync } from "node:fs";
import type { DoctorView } from "../domain/doctor-view.ts";
import type { PriceTable } from "../domain/prices.ts";
import type { PriceRow, PricesView } from "../domain/prices-view.ts";
import { readPrices } from "../prices/read-prices.ts";

/** Every price that is known, the user's first; what is wrong with the user's file. */
export function pricesView(dataDirectory: string): PricesView {
	const { path, prices, bundled, problems } = readPrices(dataDirectory);
	const user = prices?.user ?? null;
	const own = user === null ? [] : rowsOf(user, "user", []);
	return {
		path,
		found: existsSync(path),
		problems,
		bundled: { asOf: bundled.asOf, source: bundled.source },
		user: user && { asOf: user.asOf, source: user.source },
		rows: [...own, ...rowsOf(bundled, "bundled", own)],
	};
}

/** The short form that the doctor gives. */
export function pricesState(dataDirectory: string): DoctorView["prices"] {
	const { path, prices, bundled, problems } = readPrices(dataDirectory);
	return { path, asOf: prices?.user?.asOf ?? bundled.asOf, problems };
}

function rowsOf(table: PriceTable, name: PriceRow["table"], before: readonly PriceRow[]): PriceRow[] {
	return Object.entries(table.models).map(([model, price]) => ({
		...price,
		model,
		asOf: price.asOf ?? table.asOf,
		table: name,
		replaced: before.some((row) => row.model === model),
	}));
}
