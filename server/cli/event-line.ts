import { counted } from "../domain/counted.ts";
import type { RunEvent, StoredRunEvent } from "../domain/run-event.ts";
import { bytes, duration } from "./print.ts";
import { at, progressLine } from "./progress-line.ts";

/** One line about any event: in which loop, what, and the facts that matter. Total: no event goes without words. */
export function eventLine(event: RunEvent, loops: number): string {
	const told = progressLine({ seq: 0, at: 0, event } satisfies StoredRunEvent, loops);
	if (told !== null) return told;
	if (event.kind === "run.created") {
		return `run created: ${event.projectName}/${event.number}, ${event.protocol}, ${counted(event.options.loops, "loop")}`;
	}
	if (event.kind === "run.status")
		return `run ${event.status}${event.detail === "" ? "" : `: ${event.detail}`}`;
	if (event.kind === "budget.raised") return "budget raised";
	if (event.kind === "run.lost") return "the runner had died; another goes on";
	return `${at(event.loop, loops)}  ${happened(event)}`;
}

type LoopEvent = Exclude<RunEvent, { kind: "run.created" | "run.status" | "run.lost" | "budget.raised" }>;

function happened(event: LoopEvent): string {
	switch (event.kind) {
		case "loop.started":
			return "begins";
		case "loop.ended":
			return "is over";
		case "stage.started":
			return `${event.stage.padEnd(9)}  begins`;
		case "stage.ended":
			return `${event.stage.padEnd(9)}  ${event.ok ? "done" : "not passed"}`;
		case "plan.written":
			return (
				`plan       ${event.objective} (${counted(event.acceptance.length, "criterion", "criteria")} to be proved, ` +
				`${event.preserved} to be kept, ${event.dropped} given up)`
			);
		case "invocation.started": {
			const model = event.model === null ? "" : ` ${event.model}`;
			const again = event.attempt > 1 ? `, call ${event.attempt}` : "";
			const session = event.resumes === null ? "" : ", its session goes on";
			const wall = event.sandbox === "none" ? ", without a sandbox" : "";
			return `${event.role} at work with ${event.harness}${model}${again}${session}${wall}`;
		}
		case "invocation.ended":
			return `${event.role} ${event.outcome} after ${duration(event.durationMs)}`;
		case "role.corrected":
			return `${event.role} is asked to mend its answer: ${event.problems[0] ?? "it could not be read"}${more(event.problems)}`;
		case "developer.reported":
			return `developer says ${event.status}: ${event.summary}`;
		case "candidate.frozen":
			return (
				`candidate  ${event.tree.slice(0, 12)}: ${counted(event.changedPaths, "changed path")}, ` +
				`${counted(event.files, "file")}, ${bytes(event.bytes)}`
			);
		case "candidate.unchanged":
			return "candidate  the developer changed nothing";
		case "check.ended":
			return `check      ${event.checkId} ${event.status} ${duration(event.durationMs)}`;
		case "probe.ended":
			return `probe      ${event.probeId} ${event.status} ${duration(event.durationMs)}`;
		case "examination.assessed":
			return `examined again: ${event.verdict.status}, ${event.verified} verified, ${counted(event.gaps, "gap")}`;
		case "issue.changed":
			return `issue      ${event.key} ${event.to}: ${event.title}`;
		case "budget.warned":
			return `warning: ${event.text}`;
		case "budget.reached":
			return `budget used up, the run ${event.action === "pause" ? "pauses" : "stops"}: ${event.text}`;
		case "budget.disk":
			return `disk       the run has ${bytes(event.bytes)}`;
		case "notice":
			return `note: ${event.text}`;
	}
}

function more(problems: readonly string[]): string {
	return problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
}
