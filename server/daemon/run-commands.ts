import type { CommandKind } from "../api/context.ts";
import { DomainError } from "../domain/errors.ts";
import type { RunStatus } from "../domain/run.ts";
import { addCommand } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import { readLiveness } from "../store/run-heads.ts";
import type { Runners } from "./runners.ts";

/** In which states a command means something, and what to say in the others. */
const meaningful: Record<CommandKind, { in: readonly RunStatus[]; otherwise: string }> = {
	pause: { in: ["queued", "running", "waiting"], otherwise: "only a run that is at work can be paused" },
	resume: {
		// a run that waits goes on at once
		in: ["pausing", "paused", "suspended", "quarantined", "needs_input", "waiting"],
		otherwise: "only a run that rests or waits can be resumed",
	},
	stop: {
		in: [
			"queued",
			"running",
			"pausing",
			"paused",
			"needs_input",
			"waiting",
			"suspended",
			"quarantined",
			"stopping",
		],
		otherwise: "it has ended already",
	},
	answer: { in: ["needs_input"], otherwise: "it asks nothing at the moment" },
	note: { in: ["queued", "running", "pausing", "paused", "waiting", "suspended"], otherwise: "it has ended" },
};

/**
 * Leaves a command for a run; wakes a runner where the run rests.
 * @throws DomainError `not_found`, or `conflict` where the command means nothing
 */
export function commandRun(
	store: Store,
	runners: Runners,
	runId: string,
	kind: CommandKind,
	text: string,
): void {
	const run = readLiveness(store, runId);
	if (!run) throw new DomainError("not_found", `There is no run ${runId}.`);
	const rule = meaningful[kind];
	if (!rule.in.includes(run.status)) {
		throw new DomainError("conflict", `The run is ${run.status.replace("_", " ")}: ${rule.otherwise}.`);
	}
	addCommand(store, runId, kind, text);
	if (kind !== "note" && kind !== "pause") runners.ensure(runId);
}
