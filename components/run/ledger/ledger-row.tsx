"use client";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import type { LoopRow } from "@/server/domain/run-view.ts";
import { setHoveredLoop } from "../../charts/hovered-loop";
import { loopName } from "../../format/run-names";
import { Worked } from "../../format/time-text";
import { cn } from "../../ui/class-names";
import { Td, Tr } from "../../ui/table";
import { DeveloperChip, VerdictLine } from "../../verdict/verdict-mark";
import { CandidateCell, ClaimsCell, IssuesCell, LostMark, PathsCell, ScreensCell, TokensCell } from "./cells";
import type { RunScreen } from "./use-run-screens";

interface LedgerRowProps {
	row: LoopRow;
	/** this loop is under way */
	alive: boolean;
	/** time at work, as two values so that a row which didn't move isn't drawn again */
	workMs: number;
	workSince: number | null;
	selected: boolean;
	hovered: boolean;
	opened: boolean;
	toggle: (loop: number) => void;
	screens: RunScreen[] | undefined;
}

/** One loop. Memoised by its row: the fold keeps the identity of rows that didn't move. */
export const LedgerRow = memo(function LedgerRow(props: LedgerRowProps) {
	const { row, alive, workMs, workSince, selected, hovered, opened, toggle, screens = [] } = props;
	const changed = screens.filter((screen) => screen.changed === true);
	return (
		<Tr
			data-loop={row.loop}
			aria-selected={selected}
			onClick={() => toggle(row.loop)}
			onMouseEnter={() => setHoveredLoop(row.loop)}
			onMouseLeave={() => setHoveredLoop(null)}
			className={cn("cursor-pointer", (selected || hovered || opened) && "bg-sunken")}
		>
			<Td className="num text-xs">
				<button
					type="button"
					aria-expanded={opened}
					aria-label={`Loop ${loopName(row.loop)}, details`}
					onClick={(event) => {
						event.stopPropagation();
						toggle(row.loop);
					}}
					className="flex items-center gap-1"
				>
					<ChevronRight className={cn("size-3 text-ink-3", opened && "rotate-90")} aria-hidden />
					{loopName(row.loop)}
				</button>
			</Td>
			<Td className="max-w-0 truncate" title={row.objective ?? undefined}>
				{row.phase ? <span className="num mr-2 text-xs text-ink-3">{row.phase}</span> : null}
				{row.objective ?? <span className="text-ink-3">–</span>}
			</Td>
			<Td>
				<CandidateCell row={row} alive={alive} />
			</Td>
			<Td>
				<DeveloperChip status={row.developer} />
			</Td>
			<Td>
				<span className="flex items-center gap-2">
					<VerdictLine key={row.verdict?.status} verdict={row.verdict} className="animate-changed" />
					<LostMark lost={row.lost} />
				</span>
			</Td>
			<Td numeric>
				<ClaimsCell row={row} />
			</Td>
			<Td className="num text-xs">
				<IssuesCell row={row} />
			</Td>
			<Td numeric className="max-lg:hidden">
				<PathsCell row={row} />
			</Td>
			<Td numeric className="max-lg:hidden">
				<ScreensCell row={row} changed={changed.length} />
			</Td>
			<Td className="max-2xl:hidden">
				<span className="flex gap-1">
					{changed.slice(0, 3).map((screen) => (
						// biome-ignore lint/performance/noImgElement: signed local contents
						<img
							key={screen.probeId}
							src={screen.screenshot.url ?? undefined}
							alt={screen.title}
							loading="lazy"
							className="h-6 w-10 border border-rule object-cover object-top"
						/>
					))}
				</span>
			</Td>
			<Td numeric>
				<TokensCell row={row} />
			</Td>
			<Td numeric>
				<Worked work={{ ms: workMs, since: workSince }} />
			</Td>
		</Tr>
	);
});
