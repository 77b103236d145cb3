import { changeRow } from "./fold-loop-row.ts";
import { isUnresolved } from "./ledger-rules.ts";
import type { RunEvent } from "./run-event.ts";
import type { IssueRow, RunView, TrajectoryPoint } from "./run-view.ts";

type Changed = RunEvent & { kind: "issue.changed" };

/** One issue moved: its row, the counts of its loop's row, and the trajectory. */
export function foldIssue(view: RunView, event: Changed, at: number): RunView {
	const counted = changeRow({ ...view, issues: withIssue(view.issues, event) }, event.loop, at, (row) => ({
		...row,
		issuesOpened: row.issuesOpened + (event.from === null ? 1 : 0),
		issuesClosed: row.issuesClosed + (event.to === "closed" && event.from !== "closed" ? 1 : 0),
		issuesReopened: row.issuesReopened + (event.reopened ? 1 : 0),
	}));
	return touchTrajectory(counted, event.loop, event.reopened ? 1 : 0);
}

function withIssue(issues: readonly IssueRow[], event: Changed): IssueRow[] {
	const index = issues.findIndex((issue) => issue.key === event.key);
	const before = issues[index];
	const step = { loop: event.loop, from: event.from, to: event.to, reopened: event.reopened };
	const moved = before === undefined || event.from !== event.to || event.reopened;
	const row: IssueRow = {
		key: event.key,
		title: event.title,
		severity: event.severity,
		status: event.to,
		firstLoop: before?.firstLoop ?? event.loop,
		lastLoop: event.loop,
		reopenings: (before?.reopenings ?? 0) + (event.reopened ? 1 : 0),
		// seen again in the same state is no step of its history
		history: moved ? [...(before?.history ?? []), step] : before.history,
	};
	return before === undefined ? [...issues, row] : issues.with(index, row);
}

/**
 * Brings the point of a loop up to date (makes it if need be). `open` counts everything unresolved: open, regressed,
 * blocked and claimed fixes that QA hasn't proved. `reopened` counts returns in this loop, never a dip of `closed`.
 */
export function touchTrajectory(view: RunView, loop: number, reopened: number): RunView {
	if (loop < 1) return view;
	const last = view.trajectory.at(-1);
	const same = last?.loop === loop;
	const point: TrajectoryPoint = {
		loop,
		scope: view.issues.length,
		open: view.issues.filter((issue) => isUnresolved(issue.status)).length,
		closed: view.issues.filter((issue) => issue.status === "closed").length,
		reopened: (same ? last.reopened : 0) + reopened,
	};
	const before = same ? view.trajectory.slice(0, -1) : view.trajectory;
	return { ...view, trajectory: [...before, point] };
}
