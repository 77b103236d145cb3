"use client";
import type { RunView } from "@/server/domain/run-view.ts";
import { bindingName, loopName } from "../format/run-names";
import { Hash } from "../ui/hash";
import { Tooltip } from "../ui/tooltip";
import { BudgetMeter } from "./budget-meter";
import { playersOf } from "./players";
import { RunStatusLine } from "./run-status-line";

/** Who plays what, how far the run is, what of its budget is used. */
export function RunHeader({ view }: { view: RunView }) {
	return (
		<header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
			<p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
				<span className="font-medium">{view.protocol}</span>
				{playersOf(view.bindings).map(({ role, title, binding }, index) => (
					<span key={role} className="flex items-center gap-2 text-ink-2">
						<span aria-hidden className="text-ink-3">
							{index === 0 ? "·" : "▸"}
						</span>
						<Tooltip
							text={`${title}, ${binding.access}${binding.effort ? `, effort ${binding.effort}` : ""}`}
						>
							<button type="button" className="num cursor-help text-xs">
								<span className="sr-only">{title}: </span>
								{bindingName(binding)}
							</button>
						</Tooltip>
					</span>
				))}
			</p>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-ink-2">
				<span className="num">
					loop {loopName(view.loop)} <span className="text-ink-3">of {view.options.loops}</span>
				</span>
				<BudgetMeter view={view} />
				<span className="max-sm:hidden">
					<span className="text-ink-3">configuration </span>
					<Hash value={view.configHash} what="configuration hash" />
				</span>
				<span className="w-full sm:hidden">
					<RunStatusLine view={view} />
				</span>
			</div>
		</header>
	);
}
