"use client";
import { useRunFeed } from "../live/use-run-feed";
import { SkeletonRows } from "../ui/skeleton";
import { ActivityLine } from "./activity-line";
import { BudgetBars } from "./budget-bars";
import { ChartPair } from "./chart-pair";
import { Ledger } from "./ledger/ledger";
import { Notices } from "./notices";
import { RunBanner } from "./run-banner";
import { RunFrame } from "./run-frame";
import { RunHeader } from "./run-header";
import { RunTotals } from "./run-totals";
import { StageLine } from "./stage-line";

/** The heart: what the run does now, how its issues and tokens went, and one row per loop. */
export function RunPage({ runId }: { runId: string }) {
	const { view } = useRunFeed(runId);
	return (
		<RunFrame runId={runId} tab="ledger">
			{view === null ? (
				<SkeletonRows rows={14} label="Loading the run" />
			) : (
				<div className="space-y-4">
					<RunHeader view={view} />
					<RunBanner view={view} />
					<StageLine view={view} />
					<ActivityLine view={view} />
					<ChartPair view={view} />
					<Ledger view={view} />
					<div className="grid gap-x-10 gap-y-6 pt-4 lg:grid-cols-2">
						<Notices view={view} />
						<div className="min-w-0 space-y-6">
							<BudgetBars view={view} />
							<RunTotals view={view} />
						</div>
					</div>
				</div>
			)}
		</RunFrame>
	);
}
