"use client";
import { useQuery } from "@tanstack/react-query";
import { Dialog as Radix } from "radix-ui";
import { useRef, useState } from "react";
import { useKeys } from "@/components/keys/use-keys";
import { useApi } from "@/components/live/api";
import { CommentBox } from "@/components/reviews/comment-box";
import { ReviewTools } from "@/components/reviews/review-tools";
import { useReviews, useSayReview } from "@/components/reviews/use-reviews";
import type { ScreensView } from "@/server/domain/views.ts";
import { CompareStage } from "./compare-stage";
import { CompareTools } from "./compare-tools";
import type { Comparison } from "./use-comparison";
import { useStage } from "./use-stage";
import { focusOn, stepRegion } from "./viewport";

/** Two pictures against each other in the whole window, on a dark surround whatever the theme. */
export function CompareWindow({ view, comparison }: { view: ScreensView; comparison: Comparison }) {
	return (
		<Radix.Root open onOpenChange={(open) => !open && comparison.close()}>
			<Radix.Portal>
				<Radix.Content
					data-surround="dark"
					onEscapeKeyDown={(event) => {
						// Escape in the box for a comment closes the box alone
						if (event.target instanceof HTMLInputElement) event.preventDefault();
					}}
					aria-describedby={undefined}
					onOpenAutoFocus={(event) => {
						// the keys are the tools: the window itself takes the focus, not its first select
						event.preventDefault();
						if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
					}}
					className="fixed inset-0 z-50 flex flex-col bg-paper text-ink outline-none"
				>
					<Radix.Title className="sr-only">Compare two pictures</Radix.Title>
					<CompareBody
						key={`${comparison.shown?.a?.candidateId} ${comparison.shown?.b.candidateId}`}
						view={view}
						comparison={comparison}
					/>
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}

function CompareBody({ view, comparison }: { view: ScreensView; comparison: Comparison }) {
	const api = useApi();
	const { shown, mode, highlight } = comparison;
	const a = shown?.a?.screenshot ?? null;
	const b = shown?.b.screenshot ?? null;
	const query = useQuery({
		...api.screens.compare.queryOptions(
			{ runId: view.runId, a: a?.sha256 ?? "", b: b?.sha256 ?? "" },
			{ staleTime: Number.POSITIVE_INFINITY },
		),
		enabled: a !== null && b !== null && a.sha256 !== b.sha256,
	});
	const result = query.data ?? null;
	const pane = useRef<HTMLDivElement>(null);
	const stage = useStage(pane, {
		width: Math.max(a?.width ?? 1, b?.width ?? 1),
		height: Math.max(a?.height ?? 1, b?.height ?? 1),
	});
	const [region, setRegion] = useState<number | null>(null);
	const [flipped, setFlipped] = useState(false);
	const goTo = (by: 1 | -1) => {
		const next = stepRegion(region, result?.regions.length ?? 0, by);
		const there = next === null ? undefined : result?.regions[next];
		if (next === null || !there) return;
		setRegion(next);
		if (!highlight) comparison.setHighlight(true);
		stage.show(focusOn(there, stage.size));
	};
	const [commenting, setCommenting] = useState(false);
	const reviews = useReviews(view.runId);
	const target = {
		runId: view.runId,
		examinationId: shown?.b.examinationId ?? "",
		recordRef: shown?.b.ref ?? "",
	};
	const state = reviews(target.examinationId, target.recordRef);
	const review = useSayReview(target);
	const decide = (decision: "accept" | "reject") => {
		if (!review.busy && state.decision?.decision !== decision) review.say(decision);
	};
	const beside = (by: 1 | -1) => {
		const pictures = shown?.row.cells.filter((cell) => cell?.screenshot) ?? [];
		const at = pictures.findIndex((cell) => cell?.candidateId === shown?.b.candidateId);
		const next = pictures[at + by];
		if (next) comparison.setPair({ a: pictures[at + by - 1]?.candidateId ?? null, b: next.candidateId });
	};
	const everywhere = true;
	const keys = [
		{ key: "s", label: "side by side", everywhere, run: () => comparison.setMode("side") },
		{ key: "w", label: "swipe", everywhere, run: () => comparison.setMode("swipe") },
		{ key: "o", label: "onion skin", everywhere, run: () => comparison.setMode("onion") },
		{ key: "d", label: "difference", everywhere, run: () => comparison.setMode("diff") },
		{ key: "h", label: "outline what changed", everywhere, run: () => comparison.setHighlight(!highlight) },
		{ key: "j", label: "next changed region", everywhere, run: () => goTo(1) },
		{ key: "k", label: "changed region before", everywhere, run: () => goTo(-1) },
		{ key: " ", label: "A in place of B", everywhere, run: () => setFlipped(!flipped) },
		{ key: "0", label: "whole picture", everywhere, run: stage.reset },
		{ key: "+", label: "zoom in", everywhere, run: () => stage.zoomBy(1.5) },
		{ key: "-", label: "zoom out", everywhere, run: () => stage.zoomBy(1 / 1.5) },
		{ key: "y", label: "accept the picture", everywhere, run: () => decide("accept") },
		{ key: "n", label: "reject the picture", everywhere, run: () => decide("reject") },
		{ key: "c", label: "comment on the picture", everywhere, run: () => setCommenting(true) },
		{ key: "ArrowRight", label: "picture after", everywhere, run: () => beside(1) },
		{ key: "ArrowLeft", label: "picture before", everywhere, run: () => beside(-1) },
	];
	// while a person writes, letters are letters
	useKeys("Comparison", commenting ? [] : keys);
	if (!shown || !b) return null;
	const loopOf = (id: string | undefined) => view.candidates.find((one) => one.id === id)?.loop ?? null;
	return (
		<>
			<CompareTools
				view={view}
				comparison={comparison}
				shown={shown}
				result={result}
				error={query.error}
				same={a !== null && a.sha256 === b.sha256}
				region={region}
				flipped={flipped}
				scale={stage.view.scale}
				onRegion={goTo}
				onFlip={() => setFlipped(!flipped)}
				onReset={stage.reset}
				review={
					<ReviewTools
						state={state}
						busy={review.busy}
						commenting={commenting}
						keys
						onDecide={decide}
						onComment={() => setCommenting(!commenting)}
					/>
				}
			/>
			{commenting ? (
				<CommentBox
					state={state}
					busy={review.busy}
					onSay={(comment) => review.say("comment", comment, () => setCommenting(false))}
					onClose={() => setCommenting(false)}
				/>
			) : null}
			<div className="flex min-h-0 flex-1 bg-sunken">
				<CompareStage
					mode={mode}
					stage={stage}
					pane={pane}
					a={a}
					b={b}
					loops={{ a: loopOf(shown.a?.candidateId), b: loopOf(shown.b.candidateId) ?? 0 }}
					result={result}
					highlight={highlight}
					region={region}
					flipped={flipped}
				/>
			</div>
		</>
	);
}
