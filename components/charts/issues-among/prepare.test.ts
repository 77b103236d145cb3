import { expect, test } from "vitest";
import type { LoopRow, TrajectoryPoint } from "@/server/domain/run-view.ts";
import { prepareIssuesAmong } from "./prepare.ts";

const point = (loop: number, scope: number): TrajectoryPoint => ({
	loop,
	scope,
	open: scope,
	closed: 0,
	reopened: loop === 2 ? 1 : 0,
});
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ loop: at + 1 }) as LoopRow);

test("all runs of the set get the same axes", () => {
	const views = [
		{ trajectory: [point(1, 2), point(2, 3)], rows: rows(2) },
		{ trajectory: [point(1, 40)], rows: rows(7) },
	];
	const [a, b] = [prepareIssuesAmong(views, 0), prepareIssuesAmong(views, 1)];
	expect([a?.loops, b?.loops]).toEqual([7, 7]);
	expect(a?.yMax).toBe(b?.yMax);
	expect(a?.yMax).toBeGreaterThanOrEqual(40);
	expect(a?.sentence).toContain("1 reopened");
});

test("a run that was never assessed has no picture", () => {
	expect(prepareIssuesAmong([{ trajectory: [], rows: rows(3) }], 0)).toBeNull();
	expect(prepareIssuesAmong([], 0)).toBeNull();
});
