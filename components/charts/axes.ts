import type { MouseHandlerDataParam } from "recharts";
import { margin, xAxisHeight, yAxisWidth } from "./geometry";
import { setHoveredLoop } from "./hovered-loop";

const tick = { fill: "var(--ink-3)", fontSize: 12, fontFamily: "var(--font-mono)" };

/** Thin axes, whole loops. Spread into `<XAxis>`. */
export const loopAxis = {
	dataKey: "loop",
	type: "category",
	height: xAxisHeight,
	tickLine: false,
	axisLine: { stroke: "var(--rule-strong)" },
	interval: 0,
	tick,
} as const;

/** Starts at zero; the line at zero is the loop axis. Spread into `<YAxis>`. */
export const valueAxis = { width: yAxisWidth, tickLine: false, axisLine: false, tick } as const;

/** The hovered loop as a hairline. Spread into `<ReferenceLine>` with `x`. */
export const hairline = { stroke: "var(--ink-3)", strokeWidth: 1, ifOverflow: "hidden" } as const;

/** What every chart of loops hands to its recharts root. */
export const loopChart = {
	margin,
	barCategoryGap: "22%",
	accessibilityLayer: false,
	onMouseMove: (state: MouseHandlerDataParam) => {
		const loop = Number(state.activeLabel);
		setHoveredLoop(state.isTooltipActive && Number.isInteger(loop) ? loop : null);
	},
} as const;
