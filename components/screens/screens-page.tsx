"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/components/live/api";
import { useFollowRun } from "@/components/live/use-follow-run";
import { RunFrame } from "@/components/run/run-frame";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryFrame } from "@/components/ui/query-frame";
import type { ScreensView } from "@/server/domain/views.ts";
import { CompareWindow } from "./compare-window";
import { ProbeStrip } from "./probe-strip";
import { TakenStrip } from "./taken-strip";
import { useComparison } from "./use-comparison";

/** What QA's own browser saw: a film strip per probe, and two pictures against each other. */
export function ScreensPage({ runId }: { runId: string }) {
	const api = useApi();
	const query = useQuery(api.screens.grid.queryOptions({ runId }));
	useFollowRun(runId, query.refetch);
	return (
		<RunFrame runId={runId} tab="screens" crumbs={[{ label: "screens" }]}>
			<QueryFrame query={query} what="The screens can't be shown." rows={10}>
				{(view) => <Strips view={view} />}
			</QueryFrame>
		</RunFrame>
	);
}

function Strips({ view }: { view: ScreensView }) {
	const comparison = useComparison(view);
	const rows = view.rows.filter((row) => row.cells.some((cell) => cell !== null));
	if (rows.length === 0 && view.taken.length === 0) {
		return (
			<EmptyState title="No pictures yet.">
				After each candidate the runtime's own browser makes the project's probes and takes their pictures.
				They appear here, one strip per probe, newest at the right. A project without probes has none: they
				are written in fuseline.json, or proposed by the first plan.
			</EmptyState>
		);
	}
	return (
		<>
			<div className="space-y-7">
				{rows.map((row) => (
					<ProbeStrip
						key={row.probeId}
						runId={view.runId}
						row={row}
						candidates={view.candidates}
						marked={comparison.marked}
						onMark={comparison.mark}
						onCompare={comparison.open}
					/>
				))}
				<TakenStrip runId={view.runId} taken={view.taken} />
			</div>
			{comparison.shown ? <CompareWindow view={view} comparison={comparison} /> : null}
		</>
	);
}
