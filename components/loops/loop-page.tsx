"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryStates } from "nuqs";
import { EvidenceProvider, type Shown, shownFrom, shownText } from "@/components/evidence/evidence-context";
import { EvidencePanel } from "@/components/evidence/evidence-panel";
import { loopName } from "@/components/format/run-names";
import { CallTable } from "@/components/invocations/call-table";
import { useKeys } from "@/components/keys/use-keys";
import { useApi } from "@/components/live/api";
import { useFollowRun } from "@/components/live/use-follow-run";
import { useRunFeed } from "@/components/live/use-run-feed";
import { RunFrame } from "@/components/run/run-frame";
import { cn } from "@/components/ui/class-names";
import { QueryFrame } from "@/components/ui/query-frame";
import { loopWork } from "@/server/domain/active-time.ts";
import type { LoopView } from "@/server/domain/views.ts";
import { LoopHead } from "./loop-head";
import { LoopSentence } from "./loop-sentence";

/** One loop as a sentence: asked → done → proved, with its evidence beside it. */
export function LoopPage({ runId, loop }: { runId: string; loop: number }) {
	const api = useApi();
	const router = useRouter();
	const query = useQuery(api.loops.get.queryOptions({ runId, loop }));
	useFollowRun(runId, query.refetch);
	const step = (by: 1 | -1) => {
		const there = by === 1 ? query.data?.hasNext : query.data?.hasPrevious;
		if (there) router.push(`/runs/${runId}/loops/${loop + by}`);
	};
	useKeys("Loop", [
		{ key: "j", label: "loop after", run: () => step(1) },
		{ key: "k", label: "loop before", run: () => step(-1) },
	]);
	return (
		<RunFrame runId={runId} tab="ledger" crumbs={[{ label: `loop ${loopName(loop)}` }]}>
			<QueryFrame
				query={query}
				what={`Loop ${loop} can't be shown.`}
				stillWorks="The run's ledger has the other loops."
				rows={16}
			>
				{(view) => <LoopBody key={view.loop} loop={view} onStep={step} />}
			</QueryFrame>
		</RunFrame>
	);
}

function LoopBody({ loop, onStep }: { loop: LoopView; onStep: (by: 1 | -1) => void }) {
	const { view } = useRunFeed(loop.runId);
	const work = view === null ? null : loopWork(view, loop.loop);
	const [query, setQuery] = useQueryStates({
		show: parseAsString,
		exam: parseAsString,
		beside: parseAsString,
	});
	const official = loop.examinations[0]?.id ?? null;
	const shown = shownFrom(query.show, query.exam ?? official);
	const open = (next: Shown | null) =>
		void setQuery({
			show: shownText(next),
			exam: next?.examination && next.examination !== official ? next.examination : null,
		});
	return (
		<EvidenceProvider value={{ shown, open }}>
			{/* the panel is 480 px wide; where there is room the page makes way for it */}
			<div className={cn(shown !== null && "xl:pr-[472px]")}>
				<LoopHead loop={loop} work={work} onStep={onStep} />
				<LoopSentence loop={loop} beside={query.beside} onBeside={(beside) => void setQuery({ beside })} />
				<CallTable runId={loop.runId} calls={loop.invocations} />
			</div>
			<EvidencePanel
				runId={loop.runId}
				candidateId={loop.candidate?.id ?? null}
				examinations={loop.examinations}
			/>
		</EvidenceProvider>
	);
}
