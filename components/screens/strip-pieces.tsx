import { loopName } from "@/components/format/run-names";
import { toneText } from "@/components/ui/chip";
import { cn } from "@/components/ui/class-names";
import { outcomeMarks } from "@/components/verdict/marks";
import { Shape } from "@/components/verdict/shape";
import type { ScreensView } from "@/server/domain/views.ts";

type Cell = ScreensView["rows"][number]["cells"][number];

/** Loops in which the picture stayed the same, byte for byte: one tick each. */
export function StripTicks({ loops }: { loops: number[] }) {
	const first = loopName(loops[0] ?? 0);
	const last = loopName(loops.at(-1) ?? 0);
	const words = loops.length === 1 ? `loop ${first}: unchanged` : `loops ${first}–${last}: unchanged`;
	return (
		<div className="w-max shrink-0" title={words}>
			<div className="flex h-33 items-stretch gap-[3px] border-y border-transparent" aria-hidden>
				{loops.map((loop) => (
					<span key={loop} className="w-[3px] bg-rule" />
				))}
			</div>
			<p className="num pt-1 text-xs text-ink-3">
				<span className="sr-only">{words}</span>
				<span aria-hidden>{loops.length > 3 ? `=${loops.length}` : "="}</span>
			</p>
		</div>
	);
}

/** No picture: the candidate wasn't visited, or the visit gave none; its state says which. */
export function StripHole({ loop, cell }: { loop: number; cell: Cell }) {
	const mark = cell === null ? null : outcomeMarks[cell.status];
	const words = cell === null ? "not visited" : `no picture: ${cell.message || mark?.word}`;
	return (
		<div className="w-max shrink-0" title={`loop ${loopName(loop)}, ${words}`}>
			<div className="flex h-33 w-7 items-center justify-center border border-dashed border-rule-strong">
				{mark ? <Shape name={mark.shape} className={cn(toneText(mark.tone))} /> : null}
			</div>
			<p className="num pt-1 text-xs text-ink-3">
				{loopName(loop)}
				<span className="sr-only">, {words}</span>
			</p>
		</div>
	);
}
