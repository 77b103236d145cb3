import { describe, expect, it } from "vitest";
import { fitTo, focusOn, stepRegion, zoomAt } from "./viewport.ts";

describe("fitTo", () => {
	it("centres and never blows a small picture up", () => {
		expect(fitTo({ width: 100, height: 50 }, { width: 500, height: 300 })).toEqual({
			scale: 1,
			x: 200,
			y: 125,
		});
	});
	it("shrinks a large picture to the stage less its margin", () => {
		const view = fitTo({ width: 2000, height: 1000 }, { width: 1032, height: 1000 });
		expect(view.scale).toBe(0.5);
		expect(view.x).toBe(16);
	});
	it("stays finite on an empty stage", () => {
		expect(fitTo({ width: 100, height: 100 }, { width: 0, height: 0 }).scale).toBe(1);
	});
});

describe("zoomAt", () => {
	it("keeps the point under the pointer", () => {
		const before = { scale: 1, x: 10, y: 20 };
		const after = zoomAt(before, { x: 110, y: 220 }, 2);
		const under = (view: typeof before) => [(110 - view.x) / view.scale, (220 - view.y) / view.scale];
		expect(under(after)).toEqual(under(before));
	});
	it.each([
		[1e9, 16],
		[1e-9, 0.05],
	])("stops at the limits (×%d)", (factor, scale) => {
		expect(zoomAt({ scale: 1, x: 0, y: 0 }, { x: 0, y: 0 }, factor).scale).toBe(scale);
	});
});

it("focusOn puts the middle of the region into the middle of the stage", () => {
	const view = focusOn({ x: 400, y: 300, width: 100, height: 50 }, { width: 1200, height: 800 });
	expect(450 * view.scale + view.x).toBeCloseTo(600);
	expect(325 * view.scale + view.y).toBeCloseTo(400);
});

describe("stepRegion", () => {
	it.each([
		[null, 3, 1, 0],
		[null, 3, -1, 2],
		[2, 3, 1, 0],
		[0, 3, -1, 2],
		[0, 0, 1, null],
	] as const)("%s of %s by %s", (current, count, by, expected) => {
		expect(stepRegion(current, count, by)).toBe(expected);
	});
});
