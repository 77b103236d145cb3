import { candidateLabel } from "../domain/ids.ts";
import { issueEventKinds, issueStatuses } from "../domain/ledger.ts";
import type { IssueView } from "../domain/views.ts";
import { column, stringsColumn, time, word } from "./columns.ts";
import type { Sources } from "./sources.ts";

/** The ledger of a run with each issue's history; what is open first, then the newest. */
export async function readIssues(sources: Sources, runId: string): Promise<IssueView[]> {
	const [issues, candidates] = await Promise.all([
		sources.reads.issue.findMany({
			where: { runId },
			include: { events: { orderBy: { id: "asc" } } },
			orderBy: [{ firstLoop: "asc" }, { key: "asc" }],
		}),
		sources.reads.candidate.findMany({ where: { runId }, select: { id: true, loop: true, tree: true } }),
	]);
	const labels = new Map(candidates.map(({ id, loop, tree }) => [id, candidateLabel(loop, tree)]));
	return issues.map((issue) => ({
		key: issue.key,
		title: issue.title,
		severity: word(["blocker", "major", "minor"], issue.severity, "Issue.severity"),
		status: word(issueStatuses, issue.status, "Issue.status"),
		claim: issue.claim,
		firstLoop: issue.firstLoop,
		lastLoop: issue.lastLoop,
		reopenings: issue.reopenings,
		events: issue.events.map((event) => ({
			kind: word(issueEventKinds, event.kind, "IssueEvent.kind"),
			from: event.from === null ? null : word(issueStatuses, event.from, "IssueEvent.from"),
			to: word(issueStatuses, event.to, "IssueEvent.to"),
			loop: event.loop,
			candidateId: event.candidateId,
			candidateLabel: event.candidateId === null ? null : (labels.get(event.candidateId) ?? null),
			records: column(stringsColumn, event.records, "IssueEvent.records"),
			note: event.note,
			at: time(event.at),
		})),
	}));
}
