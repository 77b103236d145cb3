import { expect, test } from "vitest";
import type { LoopRow } from "@/server/domain/run-view.ts";
import type { Usage } from "@/server/domain/usage.ts";
import { prepareTokenUsage } from "./prepare.ts";

function usage(input: number | null, cacheRead: number | null, output: number | null): Usage {
	return {
		input,
		cacheRead,
		cacheWrite: null,
		output,
		reasoning: null,
		costUsd: null,
		costOrigin: null,
		origin: "simulated",
		partial: false,
	};
}

const row = (loop: number, used: LoopRow["usage"]) => ({ loop, usage: used }) as LoopRow;

test("nothing to draw while no role said what it used", () => {
	expect(prepareTokenUsage({ rows: [row(1, {}), row(2, {})] }, "per loop")).toBeNull();
});

test("fresh tokens stand apart from cache reads; an unknown role is a gap", () => {
	const prepared = prepareTokenUsage(
		{ rows: [row(1, { planner: usage(100, 900, 20), developer: usage(1000, null, 200) })] },
		"per loop",
	);
	expect(prepared?.points).toEqual([{ loop: 1, cache: 900, planner: 120, developer: 1200, tester: null }]);
	expect(prepared?.simulated).toBe(true);
	expect(prepared?.table.rows[0]?.cells).toEqual(["900", "120", "1.20 k", "–"]);
});

test("a loop without numbers is a gap per loop and a plateau in the sum, and the sentence says at least", () => {
	const rows = [row(1, { tester: usage(10, 0, 5) }), row(2, {}), row(3, { tester: usage(20, 0, 5) })];
	expect(prepareTokenUsage({ rows }, "per loop")?.points[1]?.tester).toBeNull();
	const cumulative = prepareTokenUsage({ rows }, "cumulative");
	expect(cumulative?.points.map((point) => point.tester)).toEqual([15, 15, 40]);
	expect(cumulative?.unknownLoops).toBe(1);
	expect(cumulative?.sentence).toContain("at least");
});

test("labels stand at the last bar that has all parts, bottom up", () => {
	const rows = [
		row(1, { planner: usage(10, 100, 0), tester: usage(50, 0, 0) }),
		row(2, { planner: usage(5, 1, 0) }),
	];
	expect(prepareTokenUsage({ rows }, "per loop")?.endLabels.map((label) => label.text)).toEqual([
		"cache",
		"planner",
		"QA",
	]);
});
