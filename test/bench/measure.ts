/** One figure with its target. `value` null: it could not be measured here, and `note` says why. */
export interface Figure {
	name: string;
	value: number | null;
	unit: string;
	target: number;
	/** `at most` or `at least` the target */
	bound: "≤" | "≥";
	ok: boolean | null;
	note: string;
}

/** One thing to measure; gives its figures. Throws only for faults of its own. */
export interface Measure {
	name: string;
	/** what it does and how long about, for `--help` */
	summary: string;
	run(): Promise<Figure[]>;
}

export function atMost(name: string, value: number | null, unit: string, target: number, note = ""): Figure {
	return {
		name,
		value: rounded(value),
		unit,
		target,
		bound: "≤",
		ok: value === null ? null : value <= target,
		note,
	};
}

export function atLeast(name: string, value: number | null, unit: string, target: number, note = ""): Figure {
	return {
		name,
		value: rounded(value),
		unit,
		target,
		bound: "≥",
		ok: value === null ? null : value >= target,
		note,
	};
}

/** Share 0…1 of the sorted values that lies at or below the result (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

function rounded(value: number | null): number | null {
	return value === null ? null : Number(value.toPrecision(4));
}
