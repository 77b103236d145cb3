"use client";
import { compareCharts } from "@/components/charts/catalog";
import { useNow } from "@/components/format/use-now";
import type { CompareView } from "@/server/domain/views.ts";
import { ClaimRows } from "./claim-rows";
import { NumberRows } from "./number-rows";
import { runNumbers } from "./prepare-compare";
import { ProbeRows } from "./probe-rows";
import { RunGroup, RunRow } from "./run-grid";
import { RunHeads } from "./run-heads";
import { SetupRows } from "./setup-rows";
import { VerdictRows } from "./verdict-rows";

/** Every question as a row. What differs for the worse comes first within each group. */
export function CompareBody({ view, onRuns }: { view: CompareView; onRuns: (runs: string[]) => void }) {
	const now = useNow();
	const names = view.runs.map((run) => `run ${run.number}`);
	const numbers = view.runs.map((run) => runNumbers(run, now));
	return (
		<div>
			<RunHeads runs={view.runs} onRuns={onRuns} />
			<SetupRows view={view} names={names} />
			<NumberRows numbers={numbers} names={names} />
			<VerdictRows runs={view.runs} names={names} />
			<ClaimRows claims={view.claims} names={names} />
			<RunGroup name="Trajectory" note="all pictures of a row share their axes">
				{Object.entries(compareCharts).map(([id, { title, answers, Chart }]) => (
					<RunRow
						key={id}
						label={title}
						note={answers}
						names={names}
						className="items-start py-3"
						cells={view.runs.map((run, index) => <Chart key={run.runId} views={view.runs} index={index} />)}
					/>
				))}
			</RunGroup>
			<ProbeRows view={view} names={names} />
		</div>
	);
}
