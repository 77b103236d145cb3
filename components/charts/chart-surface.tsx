"use client";
import type { ReactElement } from "react";
import { ResponsiveContainer } from "recharts";
import { EndLabels } from "./end-labels";
import { chartHeight, type EndLabel } from "./geometry";
import { setHoveredLoop } from "./hovered-loop";

/** The sheet on which a chart is drawn: its size, its labels at the line ends, its name for those who read it aloud. */
export function ChartSurface({
	describe,
	endLabels,
	yMax,
	children,
}: {
	/** what the picture says, in a sentence */
	describe: string;
	endLabels: EndLabel[];
	yMax: number;
	children: ReactElement;
}) {
	return (
		<figure
			aria-label={describe}
			className="relative [&_.recharts-surface]:outline-none"
			style={{ height: chartHeight }}
			onMouseLeave={() => setHoveredLoop(null)}
		>
			<ResponsiveContainer
				width="100%"
				height={chartHeight}
				initialDimension={{ width: 560, height: chartHeight }}
			>
				{children}
			</ResponsiveContainer>
			<EndLabels labels={endLabels} yMax={yMax} />
		</figure>
	);
}
