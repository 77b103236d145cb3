import type { RunSummary } from "../insights/run-summary.ts";
import { duration, printLine, printTable } from "./print.ts";
import { verdictWords } from "./progress-line.ts";

/** The summary of a run for people. */
export function printSummary(summary: RunSummary): void {
	const { run, issues, tokens } = summary;
	const cause = run.endCause === null ? "" : ` (${run.endCause})`;
	printLine(
		`${run.project} · ${run.protocol} · ${run.status}${cause} · ${duration(summary.durationMs)} · ${run.id}`,
	);
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
}

function tokenWords(tokens: RunSummary["tokens"]): string {
	const known = [tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.output].filter(
		(part) => part !== null,
	);
	if (known.length === 0) return "unknown";
	const sum = known.reduce((total, part) => total + part, 0);
	return `${sum.toLocaleString("en")}${tokens.origin === "simulated" ? " simulated" : ""}`;
}
