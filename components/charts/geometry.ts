/** Pixels that all charts share, so that two beside each other have their axes on one line. */
export const chartHeight = 184;
export const margin = { top: 8, right: 92, bottom: 0, left: 0 };
export const xAxisHeight = 32;
export const yAxisWidth = 48;

export const plotHeight = chartHeight - margin.top - margin.bottom - xAxisHeight;

export interface EndLabel {
	key: string;
	text: string;
	/** where on the y axis it belongs */
	value: number;
	/** colour of the words */
	className: string;
	/** fill of a little square before them, where colour alone says which series it is */
	swatch?: string;
}

const lineHeight = 15;

/**
 * Puts labels at the ends of their lines (pixels from the top of the plot) and pushes them apart where they would lie
 * on each other; the order by value stays.
 */
export function placeEndLabels(labels: EndLabel[], yMax: number): (EndLabel & { top: number })[] {
	const placed = labels
		.map((label) => ({ ...label, top: plotHeight * (1 - (yMax === 0 ? 0 : label.value / yMax)) }))
		.sort((a, b) => a.top - b.top);
	for (let i = 1; i < placed.length; i++) {
		const above = placed[i - 1];
		const label = placed[i];
		if (above && label && label.top - above.top < lineHeight) label.top = above.top + lineHeight;
	}
	const overflow = (placed.at(-1)?.top ?? 0) - plotHeight;
	if (overflow > 0) for (const label of placed) label.top -= overflow;
	return placed;
}

/** A round number that is at least `value`: 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten; whole for counts. */
export function niceMax(value: number): number {
	if (value <= 4) return 4;
	const power = 10 ** Math.floor(Math.log10(value));
	const step = [1, 1.2, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10;
	return Math.ceil(step * power);
}

/** Whole loops to name on the axis: all if there is room, else every 2nd, 5th, 10th… and the last. */
export function loopTicks(loops: number[], room = 16): number[] {
	if (loops.length <= room) return loops;
	const every = [2, 5, 10, 20, 25, 50, 100, 200, 500].find((step) => loops.length / step <= room) ?? 1000;
	const last = loops.at(-1) ?? 0;
	return loops.filter((loop) => (loop % every === 0 && last - loop >= every / 2) || loop === last);
}
