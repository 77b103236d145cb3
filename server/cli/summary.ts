import { counted } from "../domain/counted.ts";
import type { RunSummary } from "../insights/run-summary.ts";
import { duration, printLine, printTable } from "./print.ts";
import { verdictWords } from "./progress-line.ts";

/** The summary of a run for people. */
export function printSummary(summary: RunSummary): void {
	const { run, issues, tokens } = summary;
	const cause = run.endCause === null ? "" : ` (${run.endCause})`;
	printLine(`${run.project} · ${run.protocol} · ${run.status}${cause} · ${timeWords(summary)} · ${run.id}`);
	printLine("");
	printTable(
		["loop", "candidate", "developer", "verdict", "verified", "gaps", "findings", "screens", "tokens"],
		summary.candidates.map((candidate) => [
			candidate.loop,
			candidate.tree.slice(0, 12),
			candidate.developerStatus ?? "–",
			verdictWords(candidate.verdict),
			candidate.claims.verified,
			candidate.claims.gap,
			candidate.findings,
			candidate.screenshots,
			tokenWords(candidate.tokens),
		]),
	);
	printLine("");
	printLine(
		`issues: ${issues.total} in all, ${issues.closed} closed, ${issues.open + issues.regressed + issues.blocked + issues.fixedPendingVerify} not closed, ${issues.reopened} reopened`,
	);
	printLine(`tokens: ${tokenWords(tokens)}`);
	printLine(`cost: ${costWords(summary.spending)}`);
	for (const [unit, name] of [
		[summary.spending.perVerifiedClaim, "verified claim"],
		[summary.spending.perClosedIssue, "closed issue"],
	] as const) {
		if (unit?.tokens == null) continue;
		const cost = unit.costUsd === null ? "" : `, $${unit.costUsd.toFixed(2)}`;
		printLine(
			`per ${name}: ${Math.round(unit.tokens).toLocaleString("en")} tokens${cost} (${unit.count} in all)`,
		);
	}
}

/** `3 min 05 s`, `3 min 05 s at work, paused 1 h 02 min` */
function timeWords({ workMs, pausedMs }: RunSummary): string {
	if (pausedMs === null || pausedMs < 1000) return duration(workMs);
	return `${duration(workMs)} at work, paused ${duration(pausedMs)}`;
}

/** `≥ $1.20, 3 calls unknown` */
function costWords({ costUsd, unpriced, origin }: RunSummary["spending"]): string {
	if (costUsd === null) return "unknown";
	const kind = origin === "simulated" ? " simulated" : "";
	const calls = counted(unpriced, "call");
	return unpriced === 0
		? `$${costUsd.toFixed(2)}${kind}`
		: `≥ $${costUsd.toFixed(2)}${kind}, ${calls} unknown`;
}

function tokenWords(tokens: RunSummary["tokens"]): string {
	const known = [tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.output].filter(
		(part) => part !== null,
	);
	if (known.length === 0) return "unknown";
	const sum = known.reduce((total, part) => total + part, 0);
	return `${sum.toLocaleString("en")}${tokens.origin === "simulated" ? " simulated" : ""}`;
}
