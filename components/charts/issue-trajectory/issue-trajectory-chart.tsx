"use client";
import { Bar, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from "recharts";
import { hairline, loopAxis, loopChart, valueAxis } from "../axes";
import type { ChartProps } from "../catalog";
import { ChartNote } from "../chart-note";
import { ChartSurface } from "../chart-surface";
import { ChartTable } from "../chart-table";
import { useHoveredLoop } from "../hovered-loop";
import { LoopTick } from "../loop-tick";
import { prepareIssueTrajectory } from "./prepare";

/** Scope as a line over closed (solid) and open (hatched); what came back stands under its loop. */
export default function IssueTrajectoryChart({ view, asTable }: ChartProps) {
	const hovered = useHoveredLoop();
	const data = prepareIssueTrajectory(view);
	if (data === null) return <ChartNote>Issues appear when QA has judged the first candidate.</ChartNote>;
	if (asTable) return <ChartTable data={data.table} caption="Issues by loop" />;
	return (
		<ChartSurface describe={data.sentence} endLabels={data.endLabels} yMax={data.yMax}>
			<ComposedChart data={data.points} {...loopChart}>
				<defs>
					<pattern
						id="open-hatch"
						width="5"
						height="5"
						patternUnits="userSpaceOnUse"
						patternTransform="rotate(45)"
					>
						<rect width="5" height="5" fill="var(--paper)" />
						<rect width="1.6" height="5" fill="var(--fail)" />
					</pattern>
				</defs>
				<XAxis {...loopAxis} ticks={data.ticks} tick={<LoopTick marks={data.reopened} />} />
				<YAxis {...valueAxis} domain={[0, data.yMax]} tickCount={3} allowDecimals={false} />
				{hovered === null ? null : <ReferenceLine x={hovered} {...hairline} />}
				<Bar dataKey="closed" stackId="issues" fill="var(--pass)" maxBarSize={28} isAnimationActive={false} />
				<Bar
					dataKey="open"
					stackId="issues"
					fill="url(#open-hatch)"
					stroke="var(--fail)"
					maxBarSize={28}
					isAnimationActive={false}
				/>
				<Line
					dataKey="scope"
					type="step"
					stroke="var(--ink)"
					strokeWidth={1.5}
					dot={data.points.length === 1 ? { r: 2, fill: "var(--ink)" } : false}
					activeDot={false}
					connectNulls={false}
					isAnimationActive={false}
				/>
			</ComposedChart>
		</ChartSurface>
	);
}
