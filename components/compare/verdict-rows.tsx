"use client";
import Link from "next/link";
import { setHoveredLoop, useHoveredLoop } from "@/components/charts/hovered-loop";
import { loopName } from "@/components/format/run-names";
import { toneText } from "@/components/ui/chip";
import { cn } from "@/components/ui/class-names";
import { statusMarks } from "@/components/verdict/marks";
import { Shape } from "@/components/verdict/shape";
import { VerdictLine } from "@/components/verdict/verdict-mark";
import type { RunView } from "@/server/domain/run-view.ts";
import type { Verdict } from "@/server/domain/verdict.ts";
import { lastLoop, verdictStrip } from "./prepare-compare";
import { RunGroup, RunRow } from "./run-grid";

/** QA's word loop by loop, aligned over the runs, and the last verdict in full. */
export function VerdictRows({ runs, names }: { runs: RunView[]; names: string[] }) {
	const loops = lastLoop(runs);
	return (
		<RunGroup name="Verdicts">
			<RunRow
				label="by loop"
				note={`1–${loops}`}
				names={names}
				cells={runs.map((run) => <Strip key={run.runId} run={run} loops={loops} />)}
			/>
			<RunRow
				label="last"
				names={names}
				cells={runs.map((run) => (
					<VerdictLine
						key={run.runId}
						verdict={run.rows.findLast((row) => row.verdict !== null)?.verdict ?? null}
						className="flex-wrap"
					/>
				))}
			/>
		</RunGroup>
	);
}

function Strip({ run, loops }: { run: RunView; loops: number }) {
	const hovered = useHoveredLoop();
	return (
		<ol className="flex flex-wrap gap-y-1" onPointerLeave={() => setHoveredLoop(null)}>
			{verdictStrip(run, loops).map((verdict, index) => {
				const loop = index + 1;
				const there = run.rows.some((row) => row.loop === loop);
				return (
					<li key={loop}>
						{there ? (
							<Link
								href={`/runs/${run.runId}/loops/${loop}`}
								// there may be hundreds
								prefetch={false}
								title={words(loop, verdict)}
								onPointerEnter={() => setHoveredLoop(loop)}
								className={cn(
									"flex size-5 items-center justify-center rounded-sm",
									hovered === loop && "bg-sunken",
								)}
							>
								<span className="sr-only">{words(loop, verdict)}</span>
								<Mark verdict={verdict} />
							</Link>
						) : (
							<span className="flex size-5 items-center justify-center text-rule-strong" aria-hidden>
								·
							</span>
						)}
					</li>
				);
			})}
		</ol>
	);
}

function Mark({ verdict }: { verdict: Verdict | null }) {
	if (verdict === null) return <Shape name="dash" className="text-ink-3" />;
	const mark =
		verdict.integrity === "violation"
			? ({ shape: "square", tone: "violation" } as const)
			: statusMarks[verdict.status];
	return (
		<span className={toneText(mark.tone)}>
			<Shape name={mark.shape} />
		</span>
	);
}

function words(loop: number, verdict: Verdict | null): string {
	if (verdict === null) return `loop ${loopName(loop)}: no verdict`;
	return `loop ${loopName(loop)}: ${verdict.status}, ${verdict.integrity}, ${verdict.contract.replaceAll("_", " ")}`;
}
