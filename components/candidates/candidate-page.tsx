"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { loopName } from "@/components/format/run-names";
import { useApi } from "@/components/live/api";
import { useFollowRun } from "@/components/live/use-follow-run";
import { RunFrame } from "@/components/run/run-frame";
import { QueryFrame } from "@/components/ui/query-frame";
import { markHidden } from "@/server/domain/plain-text.ts";
import type { CandidateView } from "@/server/domain/views.ts";
import { CandidateActions } from "./candidate-actions";
import { CandidateFacts } from "./candidate-facts";
import { CandidateHead } from "./candidate-head";
import { FileBrowser } from "./file-browser";

/** One frozen version: its files against its parent, what was judged of it, and ways to take it out or run it. */
export function CandidatePage({ runId, candidateId }: { runId: string; candidateId: string }) {
	const api = useApi();
	const query = useQuery(
		api.candidates.get.queryOptions(
			{ candidateId },
			{
				// An examination asked for by a person is no event of the run: it is looked for while it runs.
				refetchInterval: (state) =>
					state.state.data?.examinations.some((one) => one.status === "running") ? 2000 : false,
			},
		),
	);
	useFollowRun(runId, query.refetch);
	const loop = query.data?.loop;
	return (
		<RunFrame
			runId={runId}
			tab="ledger"
			crumbs={[
				...(loop === undefined
					? []
					: [{ label: `loop ${loopName(loop)}`, href: `/runs/${runId}/loops/${loop}` }]),
				{ label: query.data?.label ?? "candidate" },
			]}
		>
			<QueryFrame
				query={query}
				what="This candidate can't be shown."
				stillWorks="Other candidates are in the run's ledger."
				rows={16}
			>
				{(candidate) => <Body candidate={candidate} refetch={() => void query.refetch()} />}
			</QueryFrame>
		</RunFrame>
	);
}

function Body({ candidate, refetch }: { candidate: CandidateView; refetch: () => void }) {
	const [asked, setQuery] = useQueryStates({ path: parseAsString, view: parseAsString });
	// an address may name anything; files go by their shown names
	const query = { ...asked, path: asked.path === null ? null : markHidden(asked.path) };
	const firstChanged =
		candidate.changedPaths.find((path) => path.change !== "delete") ?? candidate.changedPaths[0];
	return (
		<div>
			<CandidateHead
				candidate={candidate}
				actions={<CandidateActions candidate={candidate} refetch={refetch} />}
			/>
			<CandidateFacts candidate={candidate} />
			<FileBrowser
				candidate={candidate}
				path={query.path ?? firstChanged?.path ?? null}
				asFile={query.view === "file"}
				onPath={(path) => void setQuery({ path })}
				onView={(asFile) => void setQuery({ view: asFile ? "file" : null })}
			/>
		</div>
	);
}
