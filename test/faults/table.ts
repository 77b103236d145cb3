import type { Failure, KindResult } from "./campaign.ts";

export interface Summary {
	seed: number;
	kinds: number;
	injected: number;
	lost: number;
	doubled: number;
	orphans: number;
	corrupt: number;
	/** every harm, and every control that did not fail */
	failures: (Omit<Failure, "harm"> & { harm: string })[];
}

export function summaryOf(seed: number, results: readonly KindResult[]): Summary {
	const sum = (name: "injected" | "lost" | "doubled" | "orphans" | "corrupt") =>
		results.reduce((total, result) => total + result[name], 0);
	const blind = results
		.filter((result) => result.control?.fails === false && result.control.sameAs === null)
		.map((result) => ({
			harm: "control",
			kind: result.id,
			trial: 0,
			text: `the control did not fail: ${result.control?.says}`,
			replay: `npm run faults -- --only ${result.id} --controls --seed ${seed}`,
		}));
	return {
		seed,
		kinds: results.filter((result) => result.injected > 0).length,
		injected: sum("injected"),
		lost: sum("lost"),
		doubled: sum("doubled"),
		orphans: sum("orphans"),
		corrupt: sum("corrupt"),
		failures: [...results.flatMap((result) => result.failures), ...blind],
	};
}

export function tableOf(summary: Summary, results: readonly KindResult[], milliseconds: number): string {
	const head = [
		"fault",
		"tried",
		"faults",
		"survived",
		"lost",
		"doubled",
		"orphans",
		"corrupt",
		"wrong",
		"seconds",
		"control",
	];
	const rows = results.map((result) =>
		result.skipped === null
			? [
					result.title,
					...[result.tried, result.injected, result.survived].map(String),
					...[result.lost, result.doubled, result.orphans, result.corrupt, result.wrong].map(String),
					String(Math.round(result.seconds)),
					controlWords(result),
				]
			: [result.title, ...Array<string>(9).fill("–"), `not tried: ${result.skipped}`],
	);
	const widths = head.map((title, column) =>
		Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		row
			.map((cell, column) =>
				column === 0 || column === head.length - 1
					? cell.padEnd(widths[column] ?? 0)
					: cell.padStart(widths[column] ?? 0),
			)
			.join("  ")
			.trimEnd();
	const { injected, lost, doubled, orphans, corrupt, failures, seed } = summary;
	const said = failures.map(
		(failure) =>
			`${failure.kind} ${failure.trial}: ${failure.harm}: ${failure.text}\n  again: ${failure.replay}`,
	);
	const own = results.filter((result) => result.control !== null && result.control.sameAs === null);
	const fired = own.filter((result) => result.control?.fails === true).length;
	return [
		line(head),
		...rows.map(line),
		"",
		...said,
		`${summary.kinds} kinds, ${injected} faults: ${lost} lost, ${doubled} doubled, ${orphans} orphans, ${corrupt} corrupt, ${failures.length} failures; seed ${seed}, ${Math.round(milliseconds / 1000)} s`,
		`${fired} of the ${own.length} controls that were tried fail as they must`,
		`One trial again: npm run faults -- --only KIND --at TRIAL --seed ${seed}`,
		"",
	].join("\n");
}

function controlWords({ control }: KindResult): string {
	if (control === null) return "";
	const how = control.synthetic ? " (synthetic)" : "";
	if (control.sameAs !== null) return `same detector as ${control.sameAs}`;
	return `${control.fails ? "fails as it must" : "DID NOT FAIL"}: ${control.says}${how}`;
}
