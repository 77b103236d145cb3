"use client";
import { loopWork } from "@/server/domain/active-time.ts";
import { loopName } from "../../format/run-names";
import { Worked } from "../../format/time-text";
import { cn } from "../../ui/class-names";
import { DeveloperChip, VerdictLine } from "../../verdict/verdict-mark";
import { CandidateCell, ClaimsCell, IssuesCell, LostMark, TokensCell } from "./cells";
import type { LedgerProps } from "./ledger-props";
import { LoopDetails } from "./loop-details";

/** The ledger in rows of a few lines for phones. */
export function LedgerCards({ view, rows, opened, toggle, screens }: LedgerProps) {
	return (
		<ul className="border-t border-rule md:hidden">
			{rows.map((row) => {
				const alive = row.loop === view.loop && view.status !== "ended";
				return (
					<li key={row.loop} className={cn("border-b border-rule", row.loop === opened && "bg-sunken")}>
						<div className="space-y-1.5 py-2.5">
							<div className="flex items-center justify-between gap-2">
								<button
									type="button"
									aria-expanded={row.loop === opened}
									onClick={() => toggle(row.loop)}
									className="flex min-w-0 flex-1 items-baseline gap-2 text-left"
								>
									<span className="num text-xs">{loopName(row.loop)}</span>
									<span className="truncate">{row.objective ?? "planning…"}</span>
								</button>
								<CandidateCell row={row} alive={alive} />
							</div>
							{row.verdict ? (
								<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
									<VerdictLine verdict={row.verdict} />
									<LostMark lost={row.lost} />
								</div>
							) : null}
							<div className="num flex items-center justify-between gap-2 text-xs text-ink-2">
								<span className="font-sans">
									<DeveloperChip status={row.developer} />
								</span>
								<ClaimsCell row={row} />
								<IssuesCell row={row} />
								<TokensCell row={row} />
								<Worked work={loopWork(view, row.loop)} />
							</div>
						</div>
						{row.loop === opened ? (
							<LoopDetails
								view={view}
								row={row}
								screens={row.candidate ? screens.get(row.candidate.id) : undefined}
							/>
						) : null}
					</li>
				);
			})}
		</ul>
	);
}
