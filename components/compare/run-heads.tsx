"use client";
import { X } from "lucide-react";
import Link from "next/link";
import { bindingsName } from "@/components/format/run-names";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { RunState } from "@/components/verdict/run-state";
import type { RunView } from "@/server/domain/run-view.ts";
import { RunRow } from "./run-grid";

/** Who is compared; they stay in sight while the questions scroll. */
export function RunHeads({ runs, onRuns }: { runs: RunView[]; onRuns: (runs: string[]) => void }) {
	const ids = runs.map((run) => run.runId);
	return (
		<div className="bg-paper md:sticky md:top-12 md:z-20">
			<RunRow
				label={
					<span className="text-xs text-ink-3">
						{runs.length === 1 ? "add a run to compare with" : "differences from the first"}
					</span>
				}
				names={runs.map((run) => String(run.number))}
				className="border-rule-strong py-2"
				cells={runs.map((run, index) => (
					<div key={run.runId} className="min-w-0">
						<div className="flex items-center gap-1">
							<Link
								href={`/runs/${run.runId}`}
								className="min-w-0 truncate font-semibold hover:underline hover:underline-offset-2"
							>
								{run.projectName} <span className="num font-normal">run {run.number}</span>
							</Link>
							<IconButton
								label={`Take run ${run.number} out`}
								className="-my-1 ml-auto size-6"
								onClick={() => onRuns(ids.filter((id) => id !== run.runId))}
							>
								<X aria-hidden />
							</IconButton>
						</div>
						<p className="truncate text-xs text-ink-3" title={bindingsName(run.bindings)}>
							{run.protocol} · {bindingsName(run.bindings)}
						</p>
						<div className="flex flex-wrap items-center gap-x-3 text-xs">
							<RunState status={run.status} endCause={run.endCause} detail={run.detail} />
							{index === 0 ? (
								<span className="text-ink-3">baseline</span>
							) : (
								<Button
									variant="quiet"
									className="-ml-2.5 h-5 text-xs"
									onClick={() => onRuns([run.runId, ...ids.filter((id) => id !== run.runId)])}
								>
									make baseline
								</Button>
							)}
						</div>
					</div>
				))}
			/>
		</div>
	);
}
