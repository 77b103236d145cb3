"use client";
import { manyRuns } from "@/components/compare/run-grid";
import type { CompareChartProps } from "../catalog";
import { ChartNote } from "../chart-note";
import { SmallPlot } from "../small-plot";
import { prepareTokensAmong } from "./prepare";

/** Tokens summed over the loops, as a step line with its points. */
export default function TokensAmongChart({ views, index }: CompareChartProps) {
	const data = prepareTokensAmong(views, index);
	if (data === null) return <ChartNote>No use of tokens is known.</ChartNote>;
	return (
		<SmallPlot loops={data.loops} yMax={data.yMax} sentence={data.sentence} narrow={views.length >= manyRuns}>
			{({ x, y }) => {
				const known = data.points.filter((point) => point.total !== null);
				return (
					<>
						<path
							d={known
								.map((point, at) => `${at === 0 ? "M" : "L"}${x(point.loop)} ${y(point.total ?? 0)}`)
								.join("")}
							className="fill-none stroke-series-2"
							strokeWidth="1.5"
						/>
						{known.map((point) => (
							<circle
								key={point.loop}
								cx={x(point.loop)}
								cy={y(point.total ?? 0)}
								r="2"
								className="fill-series-2"
							/>
						))}
					</>
				);
			}}
		</SmallPlot>
	);
}
