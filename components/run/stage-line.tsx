"use client";
import { useQuery } from "@tanstack/react-query";
import type { RunView, StageState } from "@/server/domain/run-view.ts";
import { plural } from "../format/number";
import { formatDuration } from "../format/time";
import { Elapsed } from "../format/time-text";
import { useApi } from "../live/api";
import { cn } from "../ui/class-names";
import { Shape } from "../verdict/shape";

const titles: Record<StageState["stage"], string> = {
	plan: "Plan",
	preserve: "Preserve",
	develop: "Develop",
	"self-test": "Self-test",
	freeze: "Freeze",
	assess: "Assess",
};

/** The protocol's stages of the loop that is under way, as a line: done, alive, to come. */
export function StageLine({ view }: { view: RunView }) {
	const api = useApi();
	const start = useQuery(api.newRun.start.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
	const known = start.data?.protocols.find((protocol) => protocol.id === view.protocol)?.stages;
	const stages = view.stages.filter(({ stage }) => known?.includes(stage) ?? true);
	const alive = view.status !== "ended";
	return (
		<ol
			aria-label={`Stages of loop ${view.loop}`}
			className="flex flex-wrap gap-y-2 border-y border-rule py-2 max-sm:grid max-sm:grid-cols-3"
		>
			{stages.map((stage, index) => (
				<li
					key={stage.stage}
					className="flex min-w-0 items-start sm:flex-1 sm:last:flex-none sm:last:basis-28"
				>
					<StageCell stage={stage} alive={alive} />
					{index < stages.length - 1 ? (
						<span aria-hidden className="mx-3 mt-2.5 h-px min-w-4 flex-1 bg-rule-strong max-sm:hidden" />
					) : null}
				</li>
			))}
		</ol>
	);
}

function StageCell({ stage, alive }: { stage: StageState; alive: boolean }) {
	const current = stage.state === "active" && alive;
	// a run at rest keeps its place, and its clock stands
	const active = current && stage.durationMs === null;
	return (
		<div
			aria-current={current ? "step" : undefined}
			className={cn("min-w-0", active ? "text-accent" : stage.state === "idle" ? "text-ink-3" : "text-ink")}
		>
			<span className="flex items-center gap-1.5 font-medium">
				<StageShape stage={stage} active={active} resting={current && !active} />
				{titles[stage.stage]}
			</span>
			<span className="num block truncate text-xs pl-4 text-ink-2" title={stage.note || undefined}>
				{active ? (
					<Elapsed from={stage.since} to={null} />
				) : stage.state === "idle" ? (
					"–"
				) : (
					formatDuration(stage.durationMs)
				)}
				{stage.note ? <span className="pl-2 text-ink-3">{noteOf(stage)}</span> : null}
			</span>
		</div>
	);
}

/** Preserve notes how many claims have to hold; the other stages' notes speak for themselves. */
function noteOf({ stage, note }: StageState): string {
	return stage === "preserve" && /^\d+$/.test(note) ? plural(Number(note), "claim") : note;
}

function StageShape({ stage, active, resting }: { stage: StageState; active: boolean; resting: boolean }) {
	if (active) return <Shape name="disc" className="animate-breathe" />;
	if (resting) return <Shape name="half" className="text-ink-2" />;
	if (stage.state === "failed") return <Shape name="cross" className="text-fail" />;
	return (
		<Shape
			name={stage.state === "idle" ? "ring" : "disc"}
			className={stage.state === "idle" ? "" : "text-ink-2"}
		/>
	);
}
