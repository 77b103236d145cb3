import { runTime } from "../domain/active-time.ts";
import type { DeveloperStatus } from "../domain/developer-report.ts";
import type { EndCause, RunStatus } from "../domain/run.ts";
import { loopUsage, runUsage } from "../domain/run-totals.ts";
import type { RunView } from "../domain/run-view.ts";
import { type Spending, spendingOf } from "../domain/spending.ts";
import type { Verdict } from "../domain/verdict.ts";
import { runViewOf } from "./run-view-cache.ts";
import type { Sources } from "./sources.ts";
import { type CandidatePicture, readPictures } from "./summary-pictures.ts";
import { type TokenTotals, tokenTotals } from "./token-totals.ts";

/** What `show`, `demo` and `run` print with `--json` (design §9). Scripts rely on these keys. */
export interface RunSummary {
	run: {
		id: string;
		project: string;
		protocol: string;
		status: RunStatus;
		endCause: EndCause | null;
		/** loops that were begun */
		loops: number;
	};
	candidates: {
		id: string;
		loop: number;
		tree: string;
		/** id of the candidate that it was built on; null for the first */
		parent: string | null;
		developerStatus: DeveloperStatus | null;
		verdict: Pick<Verdict, "status" | "integrity" | "contract">;
		claims: { verified: number; gap: number };
		findings: number;
		/** different pictures */
		screenshots: number;
		/** `path`: where the PNG can be read, below the data directory; null if its bytes are gone */
		screenshotFiles: CandidatePicture[];
		tokens: TokenTotals;
	}[];
	issues: IssueCounts;
	tokens: TokenTotals;
	/** what it came to in all, by role, and for each verified claim and closed issue; null = unknown, or none */
	spending: Spending;
	humanInterventions: number;
	/** from start to end, or until now; null before the start */
	durationMs: number | null;
	/** of it at work (or waiting for a limit to reset), and at rest: paused, suspended, asking */
	workMs: number | null;
	pausedMs: number | null;
}

export interface IssueCounts {
	total: number;
	open: number;
	fixedPendingVerify: number;
	blocked: number;
	regressed: number;
	closed: number;
	policyInvalidated: number;
	/** issues that came back at least once */
	reopened: number;
	/** how often issues came back */
	reopenings: number;
}

/** Nobody has looked at it: nothing is proved, and nothing was hashed again. */
const notExamined = { status: "untested", integrity: "suspect", contract: "unknown" } as const;

/**
 * The summary of a run. `extract` puts a picture where it can be read and says where.
 * @throws DomainError `not_found`
 */
export async function readRunSummary(
	sources: Sources,
	runId: string,
	extract: (projectId: string, sha256: string) => Promise<string>,
): Promise<RunSummary> {
	const view = await runViewOf(sources.store, runId);
	const pictures = await readPictures(sources, view, extract);
	const time = runTime(view, Date.now());
	return {
		run: {
			id: view.runId,
			project: view.projectName,
			protocol: view.protocol,
			status: view.status,
			endCause: view.endCause,
			loops: view.rows.length,
		},
		candidates: view.rows.flatMap((row) => candidateOf(row, pictures)),
		issues: countIssues(view.issues),
		tokens: tokenTotals(runUsage(view)),
		spending: spendingOf(view),
		humanInterventions: view.humanInterventions,
		durationMs: time === null ? null : time.workMs + time.pausedMs,
		workMs: time?.workMs ?? null,
		pausedMs: time?.pausedMs ?? null,
	};
}

function candidateOf(
	row: RunView["rows"][number],
	pictures: ReadonlyMap<string, CandidatePicture[]>,
): RunSummary["candidates"] {
	if (!row.candidate) return [];
	const { status, integrity, contract } = row.verdict ?? notExamined;
	const files = pictures.get(row.candidate.id) ?? [];
	return [
		{
			id: row.candidate.id,
			loop: row.loop,
			tree: row.candidate.tree,
			parent: row.candidate.parentId,
			developerStatus: row.developer,
			verdict: { status, integrity, contract },
			claims: { verified: row.verified ?? 0, gap: row.gaps ?? 0 },
			findings: row.findings ?? 0,
			screenshots: files.length,
			screenshotFiles: files,
			tokens: tokenTotals(loopUsage(row)),
		},
	];
}

/** Counts by status; reopened issues and reopenings apart, whatever the status is now. */
export function countIssues(issues: RunView["issues"]): IssueCounts {
	const having = (status: RunView["issues"][number]["status"]) =>
		issues.filter((issue) => issue.status === status).length;
	return {
		total: issues.length,
		open: having("open"),
		fixedPendingVerify: having("fixed_pending_verify"),
		blocked: having("blocked"),
		regressed: having("regressed"),
		closed: having("closed"),
		policyInvalidated: having("policy_invalidated"),
		reopened: issues.filter((issue) => issue.reopenings > 0).length,
		reopenings: issues.reduce((sum, issue) => sum + issue.reopenings, 0),
	};
}
