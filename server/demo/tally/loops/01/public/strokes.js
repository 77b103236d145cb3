import { groups } from "./tally.js";

// hand-drawn: no two strokes lean the same way
const lean = [2, -1, 1, -2];

/** The strokes of one counter as a drawing. */
export function strokes(count) {
	const parts = groups(count).map((size, group) => {
		const left = group * 62;
		const singles = Array.from({ length: Math.min(size, 4) }, (_, index) => {
			const x = left + 8 + index * 11;
			return `<path d="M${x + lean[index]} 6L${x - lean[index]} 44" />`;
		});
		const across = size === 5 ? `<path d="M${left} 38L${left + 50} 12" />` : "";
		return singles.join("") + across;
	});
	const width = Math.max(1, groups(count).length) * 62;
	return `<svg viewBox="0 0 ${width} 50" width="${width}" height="50" aria-hidden="true">${parts.join("")}</svg>`;
}
