"use client";
import { useQueryState } from "nuqs";
import { Bar, BarChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { formatTick } from "../../format/number";
import { hairline, loopAxis, loopChart, valueAxis } from "../axes";
import type { ChartProps } from "../catalog";
import { ChartNote } from "../chart-note";
import { ChartSurface } from "../chart-surface";
import { ChartTable } from "../chart-table";
import { useHoveredLoop } from "../hovered-loop";
import { prepareTokenUsage } from "./prepare";
import { tokenReading } from "./reading";

const layers = [
	{ key: "cache", fill: "url(#cache-dots)" },
	{ key: "planner", fill: "var(--series-1)" },
	{ key: "developer", fill: "var(--series-2)" },
	{ key: "tester", fill: "var(--series-3)" },
] as const;

/** Fresh tokens per role on top of what came out of caches. */
export default function TokenUsageChart({ view, asTable }: ChartProps) {
	const hovered = useHoveredLoop();
	const [reading] = useQueryState("tokens", tokenReading);
	const data = prepareTokenUsage(view, reading);
	if (data === null) return <ChartNote>No role has said yet how many tokens it used.</ChartNote>;
	if (asTable) return <ChartTable data={data.table} caption={`Tokens by loop and role, ${reading}`} />;
	return (
		<ChartSurface describe={data.sentence} endLabels={data.endLabels} yMax={data.yMax}>
			<BarChart data={data.points} {...loopChart}>
				<defs>
					<pattern id="cache-dots" width="4" height="4" patternUnits="userSpaceOnUse">
						<rect width="4" height="4" fill="var(--series-4)" />
						<circle cx="1" cy="1" r="0.7" fill="var(--ink-3)" />
					</pattern>
				</defs>
				<XAxis {...loopAxis} ticks={data.ticks} />
				<YAxis {...valueAxis} domain={[0, data.yMax]} tickCount={3} tickFormatter={formatTick} />
				{hovered === null ? null : <ReferenceLine x={hovered} {...hairline} />}
				{layers.map((layer) => (
					<Bar
						key={layer.key}
						dataKey={layer.key}
						stackId="tokens"
						fill={layer.fill}
						stroke="var(--paper)"
						strokeWidth={0.5}
						maxBarSize={28}
						isAnimationActive={false}
					/>
				))}
			</BarChart>
		</ChartSurface>
	);
}
