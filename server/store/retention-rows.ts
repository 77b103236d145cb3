import type { RunStatus } from "../domain/run.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { Store } from "./open.ts";

/** What gc has to know of a run to decide. */
export interface RetainedRun {
	id: string;
	projectId: string;
	projectName: string;
	number: number;
	status: RunStatus;
	endedAt: number | null;
	candidates: RetainedCandidate[];
	calls: { id: string; loop: number; role: string; endedAt: number | null }[];
}

export interface RetainedCandidate {
	id: string;
	loop: number;
	tree: string;
	createdAt: number;
	/** of its last official examination */
	verdict: Verdict | null;
	/** the last version that an issue which isn't settled was seen or touched in */
	openIssue: boolean;
	/** an examination of it is under way */
	examined: boolean;
}

/** Every run with its candidates and calls, oldest first. */
export function readRetainedRuns(store: Store): RetainedRun[] {
	const runs = store.db
		.prepare(
			`SELECT Run.id, projectId, Project.name AS projectName, number, status, endedAt
			FROM Run JOIN Project ON Project.id = projectId ORDER BY Run.id`,
		)
		.all() as Omit<RetainedRun, "candidates" | "calls">[];
	const candidates = groupByRun<
		Omit<RetainedCandidate, "verdict" | "openIssue" | "examined"> & {
			runId: string;
			verdict: string | null;
			openIssue: number;
			examined: number;
		}
	>(
		store,
		`SELECT id, runId, loop, tree, createdAt,
			(SELECT verdict FROM Examination WHERE candidateId = Candidate.id AND official = 1 ORDER BY id DESC LIMIT 1) AS verdict,
			EXISTS (SELECT 1 FROM Examination WHERE candidateId = Candidate.id AND official = 0 AND status = 'running') AS examined,
			EXISTS (SELECT 1 FROM Issue WHERE status NOT IN ('closed', 'policy_invalidated') AND Candidate.id =
				(SELECT candidateId FROM IssueEvent WHERE issueId = Issue.id AND candidateId IS NOT NULL
				ORDER BY IssueEvent.id DESC LIMIT 1)) AS openIssue
		FROM Candidate ORDER BY loop`,
	);
	const calls = groupByRun<RetainedRun["calls"][number] & { runId: string }>(
		store,
		"SELECT id, runId, loop, role, endedAt FROM Invocation WHERE COALESCE(stdoutSha256, stderrSha256) IS NOT NULL ORDER BY id",
	);
	return runs.map((run) => ({
		...run,
		candidates: (candidates.get(run.id) ?? []).map(({ runId: _, ...row }) => ({
			...row,
			verdict: row.verdict === null ? null : (JSON.parse(row.verdict) as Verdict),
			openIssue: row.openIssue === 1,
			examined: row.examined === 1,
		})),
		calls: (calls.get(run.id) ?? []).map(({ runId: _, ...row }) => row),
	}));
}

function groupByRun<T extends { runId: string }>(store: Store, sql: string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const row of store.db.prepare(sql).iterate() as IterableIterator<T>) {
		const group = groups.get(row.runId);
		if (group) group.push(row);
		else groups.set(row.runId, [row]);
	}
	return groups;
}
