import { chartHeight } from "./geometry";

/** The frame of a chart that is on its way: nothing jumps when it comes. */
export function ChartPlaceholder() {
	return <div role="status" aria-label="Loading the chart" style={{ height: chartHeight }} />;
}
