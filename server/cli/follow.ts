import type { EndCause, RunStatus } from "../domain/run.ts";
import type { RunView } from "../domain/run-view.ts";
import { CliError } from "./exit.ts";
import { printLine, printNote } from "./print.ts";
import { progressLine } from "./progress-line.ts";
import type { Session } from "./session.ts";

/** States in which a run needs a person, so that a headless command has nothing more to wait for. */
const resting: readonly RunStatus[] = ["needs_input", "suspended", "quarantined", "ended"];

/** A pause that a person asked for is theirs to end; one by a used-up budget ends with a decision, like a question. */
function pausedByBudget(view: RunView): boolean {
	return view.status === "paused" && view.budgets.reached !== null;
}

/**
 * Follows a run to its end, or to where it needs a person, and prints a line for each stage.
 * `after`: only what happens after this event counts. `quiet`: lines go to stderr, stdout belongs to the summary.
 */
export async function followRun(
	session: Session,
	runId: string,
	options: { quiet: boolean; after?: number },
): Promise<{ status: RunStatus; endCause: EndCause | null }> {
	const say = options.quiet ? printNote : printLine;
	// known before the first line, which may come from the middle of the run
	const { loops } = (await session.api.runs.view.query({ runId })).view.options;
	return await new Promise((resolve, reject) => {
		// an old question may be answered meanwhile: only the state of now counts
		const settle = () =>
			session.api.runs.view.query({ runId }).then(({ view }) => {
				if (!resting.includes(view.status) && !pausedByBudget(view)) return;
				watching.unsubscribe();
				resolve({ status: view.status, endCause: view.endCause });
			}, reject);
		const watching = session.api.runs.watch.subscribe(
			{ runId, after: options.after ?? 0 },
			{
				onData({ data: stored }) {
					const line = progressLine(stored, loops);
					if (line !== null) say(line);
					if (stored.event.kind !== "run.status") return;
					if (stored.event.status === "paused" || resting.includes(stored.event.status)) void settle();
				},
				onError: (error) =>
					reject(new CliError(1, `the daemon can't be followed any more: ${error.message}`)),
			},
		);
	});
}
