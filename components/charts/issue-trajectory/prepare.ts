import type { RunView, TrajectoryPoint } from "@/server/domain/run-view.ts";
import type { ChartTableData } from "../chart-table";
import { type EndLabel, loopTicks, niceMax } from "../geometry";

export interface IssueTrajectory {
	/** counts after each loop; null where the loop was never assessed */
	points: { loop: number; scope: number | null; open: number | null; closed: number | null }[];
	ticks: number[];
	yMax: number;
	/** loops in which something came back, and how many */
	reopened: Record<number, number>;
	endLabels: EndLabel[];
	sentence: string;
	table: ChartTableData;
}

/** Decides everything that the chart draws; null when no loop was assessed yet. */
export function prepareIssueTrajectory(view: Pick<RunView, "trajectory" | "rows">): IssueTrajectory | null {
	const last = view.trajectory.at(-1);
	if (!last) return null;
	// loops that gave nothing to judge know of no issues, which isn't the same as none
	if (last.scope === 0 && view.rows.every((row) => !row.verdict)) return null;
	const byLoop = new Map(view.trajectory.map((point) => [point.loop, point]));
	const loops = [...new Set([...view.rows.map((row) => row.loop), ...byLoop.keys()])].sort((a, b) => a - b);
	const points = loops.map((loop) => {
		const point = byLoop.get(loop);
		return {
			loop,
			scope: point?.scope ?? null,
			open: point?.open ?? null,
			closed: point?.closed ?? null,
		};
	});
	const back = view.trajectory.filter((point) => point.reopened > 0);
	return {
		points,
		ticks: loopTicks(loops),
		yMax: niceMax(Math.max(...view.trajectory.map((point) => point.scope))),
		reopened: Object.fromEntries(back.map((point) => [point.loop, point.reopened])),
		endLabels: endLabelsOf(last),
		sentence: sentenceOf(last, back),
		table: {
			columns: ["scope", "open", "closed", "reopened"],
			rows: loops.map((loop) => ({ loop, cells: cellsOf(byLoop.get(loop)) })),
		},
	};
}

/** Labels stand where their series ends; the two bars are stacked with closed below. */
function endLabelsOf(last: TrajectoryPoint): EndLabel[] {
	const labels: EndLabel[] = [
		{ key: "scope", text: `scope ${last.scope}`, value: last.scope, className: "text-ink" },
	];
	if (last.open > 0) {
		const middle = last.closed + last.open / 2;
		labels.push({ key: "open", text: `open ${last.open}`, value: middle, className: "text-fail" });
	}
	labels.push({
		key: "closed",
		text: `closed ${last.closed}`,
		value: last.closed / 2,
		className: "text-pass",
	});
	return labels;
}

function sentenceOf(last: TrajectoryPoint, back: TrajectoryPoint[]): string {
	const reopened = back.reduce((sum, point) => sum + point.reopened, 0);
	const tail = reopened > 0 ? `, ${reopened} came back after they were closed` : "";
	return `Issues after loop ${last.loop}: ${last.scope} known, ${last.open} open, ${last.closed} closed${tail}.`;
}

function cellsOf(point: TrajectoryPoint | undefined): string[] {
	if (!point) return ["–", "–", "–", "–"];
	return [point.scope, point.open, point.closed, point.reopened].map(String);
}
