"use client";
import { useLayoutEffect, useMemo, useRef } from "react";
import { plural } from "@/components/format/number";
import { useReviews } from "@/components/reviews/use-reviews";
import { Button } from "@/components/ui/button";
import type { ScreensView } from "@/server/domain/views.ts";
import { defaultPair, filmStrip, stripCounts } from "./film-strip";
import { StripFrame } from "./strip-frame";
import { StripHole, StripTicks } from "./strip-pieces";
import type { Marked } from "./use-comparison";

/** One probe over all candidates, oldest left; the newest is in view when the page opens. */
export function ProbeStrip({
	runId,
	row,
	candidates,
	marked,
	onMark,
	onCompare,
}: {
	runId: string;
	row: ScreensView["rows"][number];
	candidates: ScreensView["candidates"];
	marked: Marked | null;
	onMark: (probe: string, candidate: string) => void;
	onCompare: (probe: string, a: string | null, b: string) => void;
}) {
	const reviews = useReviews(runId);
	const pieces = useMemo(() => filmStrip(row), [row]);
	const { pictures, changes } = stripCounts(row);
	const pair = defaultPair(row);
	const scroller = useRef<HTMLDivElement>(null);
	// A scroll position is the DOM's: the newest picture is brought into view when one more arrives.
	useLayoutEffect(() => {
		const strip = scroller.current;
		if (strip && pictures >= 0) strip.scrollLeft = strip.scrollWidth;
	}, [pictures]);
	return (
		<section aria-label={`Probe ${row.title}`}>
			<header className="flex min-h-8 flex-wrap items-end gap-x-4 border-b border-rule pb-1.5">
				<h2 className="text-sm font-semibold">{row.title}</h2>
				<span className="num text-xs text-ink-3">
					{row.title === row.probeId ? "" : `probe:${row.probeId} · `}
					{plural(pictures, "picture")}, {plural(changes, "change")}
				</span>
				{pair ? (
					<Button variant="quiet" className="ml-auto" onClick={() => onCompare(row.probeId, pair.a, pair.b)}>
						Compare the last change
					</Button>
				) : null}
			</header>
			<div
				ref={scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				className="relative flex gap-3 overflow-x-auto py-3"
			>
				{pieces.map((piece) => {
					if (piece.kind === "ticks") {
						return (
							<StripTicks
								key={`t${piece.indices[0]}`}
								loops={piece.indices.map((at) => candidates[at]?.loop ?? 0)}
							/>
						);
					}
					const candidate = candidates[piece.index];
					if (!candidate) return null;
					if (piece.kind === "hole") {
						return <StripHole key={candidate.id} loop={candidate.loop} cell={piece.cell} />;
					}
					return (
						<StripFrame
							key={candidate.id}
							runId={runId}
							title={row.title}
							candidate={candidate}
							cell={piece.cell}
							previous={piece.previous}
							marked={marked?.probe === row.probeId && marked.candidate === candidate.id}
							choosing={marked?.probe === row.probeId}
							review={reviews(piece.cell.examinationId, piece.cell.ref)}
							onMark={() => onMark(row.probeId, candidate.id)}
							onCompare={() => onCompare(row.probeId, piece.previous?.candidateId ?? null, candidate.id)}
						/>
					);
				})}
			</div>
		</section>
	);
}
