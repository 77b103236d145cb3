"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useApi } from "@/components/live/api";
import { useFollowRun } from "@/components/live/use-follow-run";
import { useRunFeed } from "@/components/live/use-run-feed";
import { RunFrame } from "@/components/run/run-frame";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryFrame } from "@/components/ui/query-frame";
import { issueStatuses } from "@/server/domain/ledger.ts";
import type { IssueView } from "@/server/domain/views.ts";
import { IssueFilters } from "./issue-filters";
import { IssueList } from "./issue-list";
import { IssuePanel } from "./issue-panel";
import { filterIssues } from "./timeline";

const statuses = ["all", "active", "reopened", ...issueStatuses] as const;
const severities = ["all", "blocker", "major", "minor"] as const;

/** The ledger: what was found, and what became of it loop by loop. */
export function IssuesPage({ runId }: { runId: string }) {
	const api = useApi();
	const query = useQuery(api.issues.list.queryOptions({ runId }));
	useFollowRun(runId, query.refetch);
	return (
		<RunFrame runId={runId} tab="issues" crumbs={[{ label: "issues" }]}>
			<QueryFrame query={query} what="The ledger can't be shown." rows={12}>
				{(issues) => <Ledger runId={runId} issues={issues} />}
			</QueryFrame>
		</RunFrame>
	);
}

function Ledger({ runId, issues }: { runId: string; issues: IssueView[] }) {
	const { view } = useRunFeed(runId);
	const [query, setQuery] = useQueryStates({
		status: parseAsStringLiteral(statuses).withDefault("all"),
		severity: parseAsStringLiteral(severities).withDefault("all"),
		q: parseAsString.withDefault(""),
		issue: parseAsString,
	});
	if (issues.length === 0) {
		return (
			<EmptyState title="No issues yet.">
				What a tester finds on a candidate becomes an issue with a name that it keeps. Only QA's evidence
				closes it, and if it comes back it is counted as reopened.
			</EmptyState>
		);
	}
	const loops = Math.max(view?.loop ?? 0, ...issues.map((issue) => issue.lastLoop));
	const shown = filterIssues(issues, { status: query.status, severity: query.severity, text: query.q });
	const open = issues.find((issue) => issue.key === query.issue) ?? null;
	return (
		<div className={open ? "xl:pr-[472px]" : undefined}>
			<IssueFilters
				issues={issues}
				filter={{ status: query.status, severity: query.severity, text: query.q }}
				onChange={(next) =>
					void setQuery({
						status: next.status,
						severity: next.severity,
						q: next.text === "" ? null : next.text,
					})
				}
			/>
			<IssueList
				issues={shown}
				loops={loops}
				chosen={query.issue}
				onChoose={(issue) => void setQuery({ issue })}
				onClear={() => void setQuery({ status: null, severity: null, q: null })}
			/>
			{open ? (
				<IssuePanel
					key={open.key}
					runId={runId}
					issue={open}
					onClose={() => void setQuery({ issue: null })}
				/>
			) : null}
		</div>
	);
}
