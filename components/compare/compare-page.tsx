"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { PageFrame } from "@/components/layout/page-frame";
import { useApi } from "@/components/live/api";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryFrame } from "@/components/ui/query-frame";
import type { CompareView } from "@/server/domain/views.ts";
import { CompareBody } from "./compare-body";
import { RunPicker } from "./run-picker";

const most = 8;

/** Two to eight runs beside each other; the first is the baseline that the others are measured against. */
export function ComparePage() {
	const api = useApi();
	const [asked, setAsked] = useQueryState("runs", parseAsArrayOf(parseAsString).withDefault([]));
	const runs = [...new Set(asked)].filter((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)).slice(0, most);
	const query = useQuery({
		...api.compare.runs.queryOptions(
			{ runIds: runs },
			{
				placeholderData: (before: CompareView | undefined) => before,
				// A run that lives moves on; once all have ended nothing is asked any more.
				refetchInterval: (state) =>
					state.state.data?.runs.some((run) => run.status !== "ended") ? 4000 : false,
			},
		),
		enabled: runs.length > 0,
	});
	const change = (next: string[]) => void setAsked(next.length === 0 ? null : next);
	return (
		<PageFrame
			crumbs={[{ label: "Compare" }]}
			actions={
				runs.length > 0 && runs.length < most ? (
					<RunPicker chosen={runs} most={most} onAdd={(id) => change([...runs, id])} />
				) : null
			}
		>
			{runs.length === 0 ? (
				<EmptyState
					title="Compare two to eight runs."
					action={<RunPicker chosen={runs} most={most} onAdd={(id) => change([...runs, id])} primary />}
				>
					One column per run, aligned by loop: what was set differently, issues, verdicts, claims won and
					lost, tokens, time, and pictures of the same probe. The first run is the baseline.
				</EmptyState>
			) : (
				<QueryFrame query={query} what="These runs can't be compared." rows={16}>
					{(view) => <CompareBody view={view} onRuns={change} />}
				</QueryFrame>
			)}
		</PageFrame>
	);
}
