import { expect, it } from "vitest";
import { parsePrices } from "./parse-prices.ts";

it("takes a table", () => {
	const text = '{"asOf": "2026-11-30", "models": {"mine": {"input": 0, "output": 0}}}';
	expect(parsePrices(text)).toMatchObject({ table: { models: { mine: { input: 0 } } }, problems: [] });
});

it.each([
	["", 1, "is empty"],
	['{\n"asOf": "2026-11-30",\n}', 3, "isn't JSON"],
	['{\n"asOf": "soon",\n"models": {}}', 2, "asOf: write the day as"],
	['{"asOf": "2026-11-30",\n"models": {\n"a": {"input": 1}}}', 3, "models › a › output"],
	['{"asOf": "2026-11-30",\n"models": {\n"a": {"input": 1, "output": -4}}}', 3, "models › a › output"],
	['{"asOf": "2026-11-30", "models": {},\n"currency": "EUR"}', 2, "currency: there is no such setting"],
	['{"asOf": "2026-11-30", "models": {\n"*-x": {"input": 1, "output": 4}}}', 2, "models › *-x"],
])("names the line of what is wrong in %j", (text, line, what) => {
	const { table, problems } = parsePrices(text);
	expect(table).toBeNull();
	expect(problems[0]).toMatchObject({ where: `prices.json:${line}`, line });
	expect(problems[0]?.what).toContain(what);
	expect(problems[0]?.mend).toBeTruthy();
});
