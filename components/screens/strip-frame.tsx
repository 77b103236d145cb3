"use client";
import { setHoveredLoop, useHoveredLoop } from "@/components/charts/hovered-loop";
import { Picture } from "@/components/evidence/picture";
import { loopName } from "@/components/format/run-names";
import { ReviewMark } from "@/components/reviews/review-mark";
import { cn } from "@/components/ui/class-names";
import { MarkChip } from "@/components/verdict/mark-chip";
import { outcomeMarks } from "@/components/verdict/marks";
import { Shape } from "@/components/verdict/shape";
import type { ReviewState } from "@/server/domain/review.ts";
import type { ScreensView } from "@/server/domain/views.ts";
import { ChangedShare } from "./changed-share";

type Cell = NonNullable<ScreensView["rows"][number]["cells"][number]>;

/** A picture in the strip: click compares it with the one before, the small button chooses two by hand. */
export function StripFrame({
	runId,
	title,
	candidate,
	cell,
	previous,
	marked,
	choosing,
	review,
	onMark,
	onCompare,
}: {
	runId: string;
	title: string;
	candidate: ScreensView["candidates"][number];
	cell: Cell;
	previous: Cell | null;
	marked: boolean;
	/** another picture of this strip is chosen: a click on this one completes the pair */
	choosing: boolean;
	review: ReviewState;
	onMark: () => void;
	onCompare: () => void;
}) {
	const hovered = useHoveredLoop() === candidate.loop;
	const { screenshot } = cell;
	if (screenshot === null) return null;
	const name = `loop ${loopName(candidate.loop)}`;
	return (
		<figure
			className="group w-max shrink-0"
			onPointerEnter={() => setHoveredLoop(candidate.loop)}
			onPointerLeave={() => setHoveredLoop(null)}
		>
			<div className="relative">
				<button
					type="button"
					onClick={choosing && !marked ? onMark : onCompare}
					aria-label={
						previous ? `${title}, ${name}: compare with the picture before` : `${title}, ${name}: open`
					}
					className={cn(
						"block outline-offset-2",
						marked && "outline-2 outline-accent",
						hovered && !marked && "outline-1 outline-ink-3",
					)}
				>
					<Picture picture={screenshot} alt="" className="h-33 w-auto max-w-none" />
				</button>
				<button
					type="button"
					aria-pressed={marked}
					onClick={onMark}
					className={cn(
						"absolute top-1 right-1 rounded-sm border border-rule-strong bg-raised px-1.5 text-xs leading-5",
						marked
							? "border-accent text-accent"
							: "text-ink-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100",
					)}
				>
					{marked ? "chosen" : choosing ? "with this" : "choose"}
				</button>
			</div>
			<figcaption className="flex items-center gap-2 pt-1 text-xs text-ink-3">
				<span className="num text-ink-2">{loopName(candidate.loop)}</span>
				{cell.status === "pass" ? (
					<span className="text-pass">
						<Shape name={outcomeMarks.pass.shape} className="size-2" />
						<span className="sr-only">pass</span>
					</span>
				) : (
					<MarkChip mark={outcomeMarks[cell.status]} title={cell.message} />
				)}
				<ReviewMark state={review} />
				<span>
					{previous?.screenshot ? (
						cell.unchanged ? (
							"same"
						) : (
							<ChangedShare runId={runId} a={previous.screenshot.sha256} b={screenshot.sha256} />
						)
					) : (
						"first"
					)}
				</span>
			</figcaption>
		</figure>
	);
}
