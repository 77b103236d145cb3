import type { LoopRow, RunView } from "@/server/domain/run-view.ts";
import { totalOfRoles } from "../../format/usage.ts";
import { niceMax } from "../geometry.ts";

export interface TokensAmong {
	loops: number;
	yMax: number;
	/** summed up to and with each loop; a loop of which nothing is known is a gap */
	points: { loop: number; total: number | null }[];
	/** some loop's use is unknown: the sum is a lower bound */
	atLeast: boolean;
	sentence: string;
}

function cumulative(rows: LoopRow[]): { points: TokensAmong["points"]; atLeast: boolean } {
	let sum = 0;
	let atLeast = false;
	const points = rows.map((row) => {
		const tokens = totalOfRoles(row.usage);
		if (tokens === null) {
			atLeast = true;
			return { loop: row.loop, total: null };
		}
		sum += tokens;
		return { loop: row.loop, total: sum };
	});
	return { points, atLeast };
}

/** One run's tokens, cumulative, on the axes of the whole set; null while no use is known. */
export function prepareTokensAmong(views: Pick<RunView, "rows">[], index: number): TokensAmong | null {
	const all = views.map((view) => cumulative(view.rows));
	const own = all[index];
	if (!own) return null;
	const total = own.points.findLast((point) => point.total !== null)?.total ?? null;
	if (total === null) return null;
	const highest = Math.max(...all.flatMap((one) => one.points.map((point) => point.total ?? 0)));
	return {
		loops: Math.max(1, ...views.flatMap((view) => view.rows.map((row) => row.loop))),
		yMax: niceMax(highest),
		...own,
		sentence: `${own.atLeast ? "At least " : ""}${total} tokens after loop ${own.points.at(-1)?.loop}.`,
	};
}
