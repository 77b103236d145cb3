import { type Role, roles } from "@/server/domain/role.ts";
import type { LoopRow, RunView } from "@/server/domain/run-view.ts";
import type { Usage } from "@/server/domain/usage.ts";
import { formatShort, unknown } from "../../format/number.ts";
import type { ChartTableData } from "../chart-table";
import { type EndLabel, loopTicks, niceMax } from "../geometry";

export type Reading = "per loop" | "cumulative";

type Series = Role | "cache";
const series: Series[] = ["cache", ...roles];

export type TokenPoint = { loop: number } & Record<Series, number | null>;

export interface TokenUsage {
	points: TokenPoint[];
	ticks: number[];
	yMax: number;
	endLabels: EndLabel[];
	/** loops of which no role said what it used */
	unknownLoops: number;
	simulated: boolean;
	sentence: string;
	table: ChartTableData;
}

const names: Record<Series, string> = {
	cache: "cache",
	planner: "planner",
	developer: "developer",
	tester: "QA",
};

/**
 * Fresh tokens (input, cache writes, output) per role, and apart from them what was read from caches, as that is most
 * of the bulk and little of the price. A loop of which nothing is known is a gap; a sum over gaps is a lower bound and
 * the sentence says so.
 */
export function prepareTokenUsage(view: Pick<RunView, "rows">, reading: Reading): TokenUsage | null {
	const perLoop = view.rows.map(pointOf);
	if (perLoop.every((point) => series.every((name) => point[name] === null))) return null;
	const points = reading === "cumulative" ? accumulate(perLoop) : perLoop;
	const usages = view.rows.flatMap((row) => Object.values(row.usage));
	const unknownLoops = perLoop.filter((point) => series.every((name) => point[name] === null)).length;
	return {
		points,
		ticks: loopTicks(points.map((point) => point.loop)),
		yMax: niceMax(Math.max(...points.map(heightOf))),
		endLabels: endLabelsOf(points),
		unknownLoops,
		simulated: usages.length > 0 && usages.every((usage) => usage.origin === "simulated"),
		sentence: sentenceOf(perLoop, unknownLoops),
		table: {
			columns: series.map((name) => names[name]),
			rows: points.map((point) => ({
				loop: point.loop,
				cells: series.map((name) => formatShort(point[name])),
			})),
		},
	};
}

function pointOf(row: Pick<LoopRow, "loop" | "usage">): TokenPoint {
	const cached = roles.map((role) => row.usage[role]?.cacheRead ?? null);
	return {
		loop: row.loop,
		cache: sum(cached),
		planner: fresh(row.usage.planner),
		developer: fresh(row.usage.developer),
		tester: fresh(row.usage.tester),
	};
}

function fresh(usage: Usage | undefined): number | null {
	return usage ? sum([usage.input, usage.cacheWrite, usage.output]) : null;
}

/** Null only if nothing is known. */
function sum(parts: (number | null)[]): number | null {
	const known = parts.filter((part) => part !== null);
	return known.length === 0 ? null : known.reduce((total, part) => total + part, 0);
}

function accumulate(points: TokenPoint[]): TokenPoint[] {
	const total: Record<Series, number | null> = { cache: null, planner: null, developer: null, tester: null };
	return points.map((point) => {
		for (const name of series) total[name] = sum([total[name], point[name]]);
		return { loop: point.loop, ...total };
	});
}

function heightOf(point: TokenPoint): number {
	return series.reduce((height, name) => height + (point[name] ?? 0), 0);
}

const swatches: Record<Series, string> = {
	cache: "dotted bg-series-4",
	planner: "bg-series-1",
	developer: "bg-series-2",
	tester: "bg-series-3",
};

/**
 * Each label stands beside the middle of its own part of a bar: the last one that has all parts which occur at all, so
 * that a loop under way doesn't take the names of the others away.
 */
function endLabelsOf(points: TokenPoint[]): EndLabel[] {
	const occurring = series.filter((name) => points.some((point) => (point[name] ?? 0) > 0));
	const last =
		points.findLast((point) => occurring.every((name) => (point[name] ?? 0) > 0)) ??
		points.findLast((point) => heightOf(point) > 0);
	let below = 0;
	return series.flatMap((name) => {
		const value = last?.[name] ?? null;
		if (value === null || value === 0) return [];
		const middle = below + value / 2;
		below += value;
		return [{ key: name, text: names[name], value: middle, className: "text-ink-2", swatch: swatches[name] }];
	});
}

function sentenceOf(points: TokenPoint[], unknownLoops: number): string {
	const parts = series.map((name) => {
		const total = sum(points.map((point) => point[name]));
		return `${names[name]} ${total === null ? unknown : formatShort(total)}`;
	});
	const tail = unknownLoops > 0 ? `, at least: ${unknownLoops} loops are not known` : "";
	return `Tokens over ${points.length} loops: ${parts.join(", ")}${tail}.`;
}
