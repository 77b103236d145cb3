"use client";
import { manyRuns } from "@/components/compare/run-grid";
import type { CompareChartProps } from "../catalog";
import { ChartNote } from "../chart-note";
import { SmallPlot } from "../small-plot";
import { prepareIssuesAmong } from "./prepare";

/** Closed as a solid bar, open outlined above it, scope as a step line, ↺ where something came back. */
export default function IssuesAmongChart({ views, index }: CompareChartProps) {
	const data = prepareIssuesAmong(views, index);
	if (data === null) return <ChartNote>No candidate was assessed yet.</ChartNote>;
	return (
		<SmallPlot loops={data.loops} yMax={data.yMax} sentence={data.sentence} narrow={views.length >= manyRuns}>
			{({ x, y }) => {
				const bar = Math.min(14, (x(2) - x(1)) * 0.66);
				return (
					<>
						{data.points.map((point) => (
							<g key={point.loop}>
								<rect
									x={x(point.loop) - bar / 2}
									y={y(point.closed)}
									width={bar}
									height={y(0) - y(point.closed)}
									className="fill-pass"
								/>
								<rect
									x={x(point.loop) - bar / 2 + 0.5}
									y={y(point.closed + point.open)}
									width={Math.max(0, bar - 1)}
									height={Math.max(0, y(point.closed) - y(point.closed + point.open))}
									className="fill-none stroke-fail"
									strokeWidth="1"
								/>
								{point.reopened > 0 ? (
									<text
										x={x(point.loop)}
										y={y(point.scope) - 3}
										textAnchor="middle"
										fontSize="10"
										className="fill-reopened"
									>
										↺{point.reopened}
									</text>
								) : null}
							</g>
						))}
						<path
							d={data.points
								.map((point, at) => `${at === 0 ? "M" : "L"}${x(point.loop)} ${y(point.scope)}`)
								.join("")}
							className="fill-none stroke-ink"
							strokeWidth="1.25"
						/>
					</>
				);
			}}
		</SmallPlot>
	);
}
