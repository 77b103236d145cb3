"use client";
import { ChevronDown, ChevronUp, Highlighter, Maximize, Repeat2, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatExact, formatShare, plural } from "@/components/format/number";
import { loopName } from "@/components/format/run-names";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import type { ImageComparison, ScreensView } from "@/server/domain/views.ts";
import type { CompareMode, Comparison } from "./use-comparison";

const modes: { value: CompareMode; label: string; title: string }[] = [
	{ value: "side", label: "side", title: "side by side (S)" },
	{ value: "swipe", label: "swipe", title: "swipe (W)" },
	{ value: "onion", label: "onion", title: "onion skin (O)" },
	{ value: "diff", label: "difference", title: "difference (D)" },
];

/** All tools in one line over the pictures. */
export function CompareTools({
	view,
	comparison,
	shown,
	result,
	error,
	same,
	region,
	flipped,
	scale,
	onRegion,
	onFlip,
	onReset,
	review,
}: {
	view: ScreensView;
	comparison: Comparison;
	shown: NonNullable<Comparison["shown"]>;
	result: ImageComparison | null;
	error: { message: string } | null;
	same: boolean;
	region: number | null;
	flipped: boolean;
	scale: number;
	onRegion: (by: 1 | -1) => void;
	onFlip: () => void;
	onReset: () => void;
	/** the person's own tools for picture B */
	review: ReactNode;
}) {
	const pictures = shown.row.cells.flatMap((cell) =>
		cell?.screenshot ? [{ value: cell.candidateId, label: labelOf(view, cell.candidateId) }] : [],
	);
	const regions = result?.regions.length ?? 0;
	return (
		<div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-rule px-3 py-1.5">
			<span className="text-sm font-medium">{shown.row.title}</span>
			<span className="flex items-center gap-1.5">
				<Select
					label="Picture A"
					value={shown.a?.candidateId ?? null}
					onChange={(a) => comparison.setPair({ a })}
					options={pictures}
					placeholder="A"
					className="h-7 w-28"
				/>
				<span className="text-ink-3">→</span>
				<Select
					label="Picture B"
					value={shown.b.candidateId}
					onChange={(b) => comparison.setPair({ b })}
					options={pictures}
					className="h-7 w-28"
				/>
			</span>
			<Segmented
				label="Way of comparing"
				value={comparison.mode}
				onChange={comparison.setMode}
				options={modes}
			/>
			<IconButton
				label="Outline what changed"
				hotkey="H"
				aria-pressed={comparison.highlight}
				className={cn(comparison.highlight && "bg-raised text-ink")}
				onClick={() => comparison.setHighlight(!comparison.highlight)}
			>
				<Highlighter aria-hidden />
			</IconButton>
			<IconButton
				label="A in place of B"
				hotkey="Space"
				aria-pressed={flipped}
				className={cn(flipped && "bg-raised text-ink")}
				onClick={onFlip}
			>
				<Repeat2 aria-hidden />
			</IconButton>
			<span className="flex items-center text-xs text-ink-2" aria-live="polite">
				<IconButton
					label="Changed region before"
					hotkey="K"
					disabled={regions === 0}
					onClick={() => onRegion(-1)}
				>
					<ChevronUp aria-hidden />
				</IconButton>
				<IconButton
					label="Next changed region"
					hotkey="J"
					disabled={regions === 0}
					onClick={() => onRegion(1)}
				>
					<ChevronDown aria-hidden />
				</IconButton>
				<span className="num pl-1">
					{regionWords({ result, error, same, region, single: shown.a === null })}
				</span>
			</span>
			{review}
			<span className="ml-auto flex items-center gap-1">
				<span className="num w-12 text-right text-xs text-ink-3">{Math.round(scale * 100)} %</span>
				<IconButton label="Whole picture" hotkey="0" onClick={onReset}>
					<Maximize aria-hidden />
				</IconButton>
				<IconButton label="Close" hotkey="Esc" onClick={comparison.close}>
					<X aria-hidden />
				</IconButton>
			</span>
		</div>
	);
}

function labelOf(view: ScreensView, id: string): string {
	const candidate = view.candidates.find((one) => one.id === id);
	return candidate ? `loop ${loopName(candidate.loop)}` : id;
}

function regionWords({
	result,
	error,
	same,
	region,
	single,
}: {
	result: ImageComparison | null;
	error: { message: string } | null;
	same: boolean;
	region: number | null;
	single: boolean;
}): string {
	if (single) return "choose A to compare";
	if (same) return "the same picture, byte for byte";
	if (error) return `not compared: ${error.message}`;
	if (!result) return "comparing…";
	const count = `${formatExact(result.changedPixels)} px changed (${formatShare(result.share)})`;
	const regions = plural(result.regions.length, "region");
	return region === null
		? `${count} in ${regions}`
		: `${count} · region ${region + 1} of ${result.regions.length}`;
}
