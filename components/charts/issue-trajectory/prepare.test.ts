import { expect, test } from "vitest";
import type { LoopRow, TrajectoryPoint } from "@/server/domain/run-view.ts";
import { prepareIssueTrajectory } from "./prepare.ts";

const rows = (...loops: number[]) => loops.map((loop) => ({ loop }) as LoopRow);
const point = (loop: number, scope: number, open: number, closed: number, reopened = 0): TrajectoryPoint => ({
	loop,
	scope,
	open,
	closed,
	reopened,
});

test("nothing to draw before the first assessment", () => {
	expect(prepareIssueTrajectory({ rows: rows(1), trajectory: [] })).toBeNull();
	// nor while no loop gave a candidate that could be judged
	expect(prepareIssueTrajectory({ rows: rows(1, 2), trajectory: [point(2, 0, 0, 0)] })).toBeNull();
});

test("a loop that was never assessed is a gap, not a zero", () => {
	const prepared = prepareIssueTrajectory({
		rows: rows(1, 2, 3),
		trajectory: [point(1, 3, 3, 0), point(3, 5, 1, 4)],
	});
	expect(prepared?.points[1]).toEqual({ loop: 2, scope: null, open: null, closed: null });
	expect(prepared?.table.rows[1]?.cells).toEqual(["–", "–", "–", "–"]);
});

test("what came back is named at its loop and in the sentence", () => {
	const prepared = prepareIssueTrajectory({
		rows: rows(1, 2),
		trajectory: [point(1, 4, 1, 3), point(2, 6, 3, 3, 2)],
	});
	expect(prepared?.reopened).toEqual({ 2: 2 });
	expect(prepared?.sentence).toBe(
		"Issues after loop 2: 6 known, 3 open, 3 closed, 2 came back after they were closed.",
	);
	expect(prepared?.endLabels.map((label) => label.text)).toEqual(["scope 6", "open 3", "closed 3"]);
});

test("no label for open when nothing is open", () => {
	const prepared = prepareIssueTrajectory({ rows: rows(1), trajectory: [point(1, 2, 0, 2)] });
	expect(prepared?.endLabels.map((label) => label.key)).toEqual(["scope", "closed"]);
});
