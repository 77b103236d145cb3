import { expect, test } from "vitest";
import { loopTicks, niceMax, placeEndLabels, plotHeight } from "./geometry.ts";

test.each([
	[0, 4],
	[3, 4],
	[5, 5],
	[11, 12],
	[27, 30],
	[101, 120],
	[8_412_000, 10_000_000],
])("nice max of %s is %s", (value, max) => expect(niceMax(value)).toBe(max));

const label = (key: string, value: number) => ({ key, text: key, value, className: "" });

test("end labels stand at their values when there is room", () => {
	const placed = placeEndLabels([label("a", 0), label("b", 10)], 10);
	expect(placed.map(({ key, top }) => [key, top])).toEqual([
		["b", 0],
		["a", plotHeight],
	]);
});

test("end labels never lie on each other nor leave the plot", () => {
	const placed = placeEndLabels([label("a", 0), label("b", 0), label("c", 1)], 100);
	const tops = placed.map(({ top }) => top);
	expect(Math.max(...tops)).toBeLessThanOrEqual(plotHeight);
	for (let i = 1; i < tops.length; i++)
		expect((tops[i] ?? 0) - (tops[i - 1] ?? 0)).toBeGreaterThanOrEqual(15);
	expect(placed[0]?.key).toBe("c");
});

test("loop ticks are whole, few, and name the last", () => {
	expect(loopTicks([1, 2, 3])).toEqual([1, 2, 3]);
	const many = loopTicks(Array.from({ length: 103 }, (_, index) => index + 1));
	expect(many.length).toBeLessThanOrEqual(17);
	expect(many.at(-1)).toBe(103);
	expect(many.every(Number.isInteger)).toBe(true);
});
