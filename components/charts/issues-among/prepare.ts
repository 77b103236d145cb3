import type { RunView } from "@/server/domain/run-view.ts";
import { niceMax } from "../geometry.ts";

export interface IssuesAmong {
	/** all runs of the set share these, so that heights and loops can be compared by eye */
	loops: number;
	yMax: number;
	points: { loop: number; scope: number; open: number; closed: number; reopened: number }[];
	sentence: string;
}

/** One run's issue trajectory on the axes of the whole set; null before its first assessment. */
export function prepareIssuesAmong(
	views: Pick<RunView, "trajectory" | "rows">[],
	index: number,
): IssuesAmong | null {
	const view = views[index];
	const last = view?.trajectory.at(-1);
	if (!view || !last) return null;
	const loops = Math.max(
		1,
		...views.flatMap((one) => [...one.rows, ...one.trajectory].map((row) => row.loop)),
	);
	const highest = Math.max(0, ...views.flatMap((one) => one.trajectory.map((point) => point.scope)));
	const reopened = view.trajectory.reduce((sum, point) => sum + point.reopened, 0);
	return {
		loops,
		yMax: niceMax(highest),
		points: view.trajectory,
		sentence: `After loop ${last.loop}: ${last.scope} issues known, ${last.open} open, ${last.closed} closed, ${reopened} reopened.`,
	};
}
