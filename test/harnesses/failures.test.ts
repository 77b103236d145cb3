import { availableParallelism } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { runFailing, type Seen } from "./failing-run.ts";
import { type Became, failureCases } from "./failure-cases.ts";

/** `FUSELINE_TEST_CASES=401,SIGTERM` picks cases; `FUSELINE_TEST_BUSY=2` doubles the watchdogs on a busy machine. */
const asked = (process.env.FUSELINE_TEST_HARNESSES ?? "").split(",").filter((id) => id !== "");
const picked = (process.env.FUSELINE_TEST_CASES ?? "").split(",").filter((name) => name !== "");
const busy = Number(process.env.FUSELINE_TEST_BUSY ?? (availableParallelism() > 2 ? 1 : 1.5));
const cases = failureCases.filter(({ name }) => picked.length === 0 || picked.includes(name));
const table: string[][] = [];
/** A row for the table, and at once for whoever looks on. */
const tell = (row: string[]) => {
	table.push(row);
	process.stderr.write(`${row.join(" · ")}\n`);
};

describe.skipIf(asked.length === 0).concurrent("failures of the real CLIs", () => {
	for (const testCase of cases) {
		for (const id of asked) {
			test(`${id}: ${testCase.name}`, async () => {
				const expected: Became[] =
					typeof testCase.expected === "function" ? testCase.expected(id) : [testCase.expected].flat();
				let seen: Seen;
				try {
					seen = await runFailing(id, testCase, busy);
				} catch (error) {
					tell([testCase.name, id, "–", "–", "", "", String(error).slice(0, 80)]);
					throw error;
				}
				const fits = expected.some(
					({ first, reaction }) => first === seen.first && reaction === seen.reaction,
				);
				const wanted = expected.map(({ first, reaction }) => `${first} · ${reaction}`).join(" or ");
				const differs = [fits ? "" : `expected ${wanted}`, ...seen.left.map((what) => `left ${what}`)];
				const verdict = differs.filter((text) => text !== "").join("; ");
				tell([
					testCase.name,
					id,
					seen.first,
					seen.reaction,
					String(seen.calls),
					`${seen.seconds} s`,
					verdict || "ok",
				]);
				expect(seen.left).toEqual([]);
				expect(fits, `${seen.first} · ${seen.reaction} (${seen.message}); ${verdict}`).toBe(true);
			});
		}
	}
});

afterAll(() => {
	const head = ["case", "CLI", "first call", "reaction", "calls", "time", ""];
	const order = (row: string[]) =>
		cases.findIndex(({ name }) => name === row[0]) * 10 + asked.indexOf(row[1] ?? "");
	const rows = [head, ...table.sort((a, b) => order(a) - order(b))];
	const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	for (const row of rows)
		console.log(
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		);
});
