"use client";
import type { ReactNode } from "react";
import { type Crumb, PageFrame } from "../layout/page-frame";
import { useRunFeed } from "../live/use-run-feed";
import { FailedState } from "../ui/failed-state";
import { RunTabs } from "./run-tabs";

export type RunTab = "ledger" | "screens" | "issues" | "log";

/**
 * Every page of a run: Runs / project / run N / … over the run's tabs. `tab` is the current one; pages below a tab
 * (a loop, a candidate) name the tab that they belong to and add `crumbs`.
 */
export function RunFrame({
	runId,
	tab,
	crumbs = [],
	actions,
	flush = false,
	children,
}: {
	runId: string;
	tab: RunTab;
	crumbs?: Crumb[];
	actions?: ReactNode;
	/** no padding below the tabs: for logs and screens that use the whole window */
	flush?: boolean;
	children: ReactNode;
}) {
	const { view, error, retry } = useRunFeed(runId);
	return (
		<PageFrame
			crumbs={[
				{ label: "Runs", href: "/" },
				{
					label: view?.projectName ?? "…",
					href: view ? `/?project=${encodeURIComponent(view.projectId)}` : undefined,
				},
				{ label: view ? `run ${view.number}` : "run", href: `/runs/${runId}` },
				...crumbs,
			]}
			actions={actions}
			flush
		>
			<RunTabs runId={runId} tab={tab} view={view} />
			<div className={flush ? "" : "px-4 py-4 md:px-6"}>
				{view === null && error ? (
					<FailedState
						what="This run can't be shown."
						error={error}
						stillWorks="Other runs, if they are there, are in the list of runs. This page tries again by itself."
						onRetry={retry}
					/>
				) : (
					children
				)}
			</div>
		</PageFrame>
	);
}
