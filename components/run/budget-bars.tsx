"use client";
import { type BudgetState, warnShare } from "@/server/domain/budget-state.ts";
import { budgetAmount, budgetName } from "@/server/domain/budget-words.ts";
import { budgetsOf } from "@/server/domain/run-budgets.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { formatShare, plural } from "../format/number";
import { useNow } from "../format/use-now";
import { cn } from "../ui/class-names";
import { Section } from "../ui/section";
import { MarkChip } from "../verdict/mark-chip";
import type { Mark } from "../verdict/marks";
import { RaiseBudget } from "./raise-budget";

/** Each limit of the run as a bar with its 80 % mark; nothing when the run has none. */
export function BudgetBars({ view }: { view: RunView }) {
	const now = useNow();
	const states = budgetsOf(view, now);
	if (states.length === 0) return null;
	const action = view.budgets.configured.onExhausted === "stop" ? "ends the run" : "pauses the run";
	return (
		<Section
			id="budgets"
			title="Budgets"
			aside={
				view.status === "ended" ? (
					<span className="text-xs text-ink-3">a used-up one {action}</span>
				) : (
					<RaiseBudget view={view} />
				)
			}
		>
			<ul className="space-y-3">
				{states.map((state) => (
					<Bar key={state.key} state={state} raised={state.key in view.budgets.raised} />
				))}
			</ul>
		</Section>
	);
}

function markOf(share: number): Mark {
	if (share >= 1) return { shape: "cross", tone: "fail", word: "used up" };
	if (share >= warnShare) return { shape: "triangle", tone: "blocked", word: "nearly used up" };
	return { shape: "disc", tone: "quiet", word: "within" };
}

function Bar({ state, raised }: { state: BudgetState; raised: boolean }) {
	const mark = markOf(state.share);
	const fill = state.share >= 1 ? "bg-fail" : state.share >= warnShare ? "bg-blocked" : "bg-ink-2";
	const limit = budgetAmount(state.measure, state.limit);
	// the unit stands behind the limit: `560 of 340 tokens`
	const used =
		state.used === null ? "unknown" : budgetAmount(state.measure, state.used).replace(/ [a-zA-Z]+$/, "");
	return (
		<li>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
				<span>
					{budgetName(state)}
					{raised ? <span className="text-xs text-ink-3"> raised by a person</span> : null}
				</span>
				<span className="flex items-baseline gap-3 text-xs">
					<span className="num text-ink-2">
						{state.unknown > 0 && state.used !== null ? "≥ " : ""}
						{used} <span className="text-ink-3">of {limit}</span>
					</span>
					<span className="num w-12 text-right whitespace-nowrap">
						{state.used === null ? "–" : formatShare(state.share)}
					</span>
					<MarkChip mark={mark} className="w-30" />
				</span>
			</div>
			<div className="relative mt-1 h-1.5 rounded-sm bg-rule">
				<meter
					className="sr-only"
					aria-label={`${budgetName(state)}: ${mark.word}`}
					min={0}
					max={100}
					value={Math.min(100, Math.round(state.share * 100))}
				/>
				<span
					className={cn("block h-1.5 rounded-sm", fill)}
					style={{ width: `${Math.min(100, state.share * 100)}%` }}
				/>
				<span
					aria-hidden
					title="80 %: a warning"
					className="absolute -top-0.5 h-2.5 w-px bg-ink-3"
					style={{ left: `${warnShare * 100}%` }}
				/>
			</div>
			{state.unknown > 0 ? (
				<p className="mt-0.5 text-xs text-ink-3">
					{plural(state.unknown, "call")} of which{" "}
					{state.measure === "costUsd" ? "the cost" : "the whole use"} isn't known
				</p>
			) : null}
		</li>
	);
}
