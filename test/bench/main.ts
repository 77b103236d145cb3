import { loadavg } from "node:os";
import type { Figure, Measure } from "./measure.ts";
import { compareRuns } from "./measures/compare-runs.ts";
import { eventRate } from "./measures/event-rate.ts";
import { freezeRatio } from "./measures/freeze-ratio.ts";
import { imageDifference } from "./measures/image-difference.ts";
import { liveLatency } from "./measures/live-latency.ts";
import { longLog } from "./measures/long-log.ts";
import { loopOverhead } from "./measures/loop-overhead.ts";
import { manyRuns } from "./measures/many-runs.ts";
import { memory } from "./measures/memory.ts";

const measures: Measure[] = [
	loopOverhead,
	freezeRatio,
	liveLatency,
	eventRate,
	longLog,
	compareRuns,
	imageDifference,
	memory,
	manyRuns,
];

/**
 * Measures what design §11 promises, by name or all. Progress goes to stderr; the figures, as a table or as JSON, to
 * stdout. @returns 0 if every figure meets its target, 1 if one doesn't, 2 for an unknown name
 */
export async function bench(names: string[], json: boolean): Promise<number> {
	const unknown = names.find((name) => !measures.some((measure) => measure.name === name));
	if (unknown !== undefined) {
		process.stderr.write(
			`fuseline: there is no measure "${unknown}"; choose from ${measures.map(({ name }) => name).join(", ")}\n`,
		);
		return 2;
	}
	const figures: Figure[] = [];
	for (const measure of measures) {
		if (names.length > 0 && !names.includes(measure.name)) continue;
		process.stderr.write(`${measure.name}: ${measure.summary} …\n`);
		const started = performance.now();
		// one that can't be measured must not cost the others
		const found = await measure.run().catch((error: Error): Figure[] => [
			{
				...{ name: measure.name, value: null, unit: "", target: 0, bound: "≤", ok: null },
				note: error.message.split("\n", 1)[0] ?? "",
			},
		]);
		figures.push(...found);
		for (const figure of found) process.stderr.write(`  ${inWords(figure)}\n`);
		process.stderr.write(`  took ${Math.round((performance.now() - started) / 1000)} s\n`);
	}
	process.stdout.write(json ? `${JSON.stringify(figures, null, 2)}\n` : tableOf(figures));
	return figures.some((figure) => figure.ok === false) ? 1 : 0;
}

function inWords({ name, value, unit, bound, target, ok, note }: Figure): string {
	const verdict = ok === null ? "not measured" : ok ? "ok" : "MISSED";
	return `${name}: ${value ?? "–"} ${unit} (${bound} ${target}) ${verdict}${note === "" ? "" : `: ${note}`}`;
}

function tableOf(figures: Figure[]): string {
	const rows = [
		["figure", "value", "unit", "target", "share", "", "note"],
		...figures.map(({ name, value, unit, bound, target, ok, note }) => [
			name,
			value === null ? "–" : String(value),
			unit,
			`${bound} ${target}`,
			value === null || target === 0 ? "–" : `${Math.round((value / target) * 100)} %`,
			ok === null ? "not measured" : ok ? "ok" : "MISSED",
			note,
		]),
	];
	const widths = (rows[0] as string[]).map((_, column) =>
		Math.max(...rows.map((row) => (row[column] ?? "").length)),
	);
	const lines = rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
	const missed = figures.filter((figure) => figure.ok === false).length;
	const unmeasured = figures.filter((figure) => figure.ok === null).length;
	const load = loadavg()[0]?.toFixed(1);
	return `${lines.join("\n")}\n\n${figures.length - missed - unmeasured} of ${figures.length} targets met, ${missed} missed, ${unmeasured} not measured; load of the machine at the end ${load}\n`;
}
