import { candidateLabel } from "./ids.ts";
import type { RunEvent } from "./run-event.ts";
import type { LoopRow, RunView } from "./run-view.ts";
import type { Usage } from "./usage.ts";
import { addUsage, unpricedCalls } from "./usage-sum.ts";

/** Replaces the row of the event's loop by what the event makes of it; makes the row if there is none. */
export function foldLoopRow(view: RunView, event: RunEvent & { loop: number }, at: number): RunView {
	if (event.loop < 1) return view;
	return changeRow(view, event.loop, at, (row) => next(row, event, at));
}

/** Applies a change to one row. The last row is nearly always the one, so it is looked at first. */
export function changeRow(
	view: RunView,
	loop: number,
	at: number,
	change: (row: LoopRow) => LoopRow,
): RunView {
	const { rows } = view;
	let index = rows.length - 1;
	while (index >= 0 && (rows[index] as LoopRow).loop > loop) index -= 1;
	const found = rows[index];
	const copy = rows.slice();
	if (found?.loop === loop) copy[index] = change(found);
	else copy.splice(index + 1, 0, change(emptyRow(loop, at, activeMsOf(view, at))));
	return { ...view, rows: copy };
}

function next(row: LoopRow, event: RunEvent, at: number): LoopRow {
	switch (event.kind) {
		case "loop.ended":
			return { ...row, endedAt: at };
		case "plan.written":
			return {
				...row,
				phase: event.phase,
				objective: event.objective,
				acceptance: event.acceptance,
				preserved: event.preserved,
			};
		case "invocation.started":
			return { ...row, calls: { ...row.calls, [event.role]: (row.calls[event.role] ?? 0) + 1 } };
		case "invocation.ended":
			return {
				...row,
				usage: withUsage(row, event),
				took: { ...row.took, [event.role]: (row.took[event.role] ?? 0) + event.durationMs },
			};
		case "developer.reported":
			return { ...row, developer: event.status };
		case "candidate.frozen":
			return {
				...row,
				unchanged: false,
				candidate: {
					id: event.candidateId,
					tree: event.tree,
					label: candidateLabel(event.loop, event.tree),
					parentId: event.parentId,
					changedPaths: event.changedPaths,
					files: event.files,
					bytes: event.bytes,
				},
			};
		case "candidate.unchanged":
			return { ...row, unchanged: true };
		case "check.ended": {
			const of = examined(row, event.examinationId);
			return of === null ? row : { ...of, checks: put(of.checks, "checkId", toCheck(event)) };
		}
		case "probe.ended": {
			const of = examined(row, event.examinationId);
			return of === null ? row : { ...of, screens: withScreen(of.screens, event) };
		}
		case "examination.assessed":
			return {
				...row,
				phase: event.phase,
				verdict: event.verdict,
				examinationId: event.examinationId,
				verified: event.verified,
				gaps: event.gaps,
				findings: event.findings,
				screenshots: event.screenshots,
				kept: event.kept,
				lost: event.lost,
				productComplete: event.productComplete,
			};
		default:
			return row;
	}
}

/**
 * The row as seen by an examination, or null if the event isn't for it: once the official verdict is in, what other
 * examinations measure doesn't touch the row. An examination that starts over replaces what the broken one left.
 */
function examined(row: LoopRow, examinationId: string): LoopRow | null {
	if (row.examinationId === examinationId) return row;
	if (row.verdict !== null || row.endedAt !== null) return null;
	return { ...row, examinationId, checks: [], screens: [] };
}

function toCheck(event: RunEvent & { kind: "check.ended" }): LoopRow["checks"][number] {
	return { checkId: event.checkId, status: event.status };
}

/** One entry per probe: the last picture, and the first status that wasn't pass if a repetition failed. */
function withScreen(
	screens: LoopRow["screens"],
	event: RunEvent & { kind: "probe.ended" },
): LoopRow["screens"] {
	const before = screens.find((screen) => screen.probeId === event.probeId);
	const status = before !== undefined && before.status !== "pass" ? before.status : event.status;
	const sha256 = event.screenshot ?? before?.sha256 ?? null;
	return put(screens, "probeId", { probeId: event.probeId, sha256, status });
}

function put<T, K extends keyof T>(list: readonly T[], key: K, item: T): T[] {
	const index = list.findIndex((other) => other[key] === item[key]);
	return index < 0 ? [...list, item] : list.with(index, item);
}

function withUsage(row: LoopRow, event: RunEvent & { kind: "invocation.ended" }): LoopRow["usage"] {
	const before: Usage | null = row.usage[event.role] ?? null;
	// several calls and still no number: an earlier one said nothing, so the sum is "at least"
	const earlier = before === null ? Math.max(0, (row.calls[event.role] ?? 0) - 1) : 0;
	let sum = before === null && earlier === 0 ? event.usage : addUsage(before, event.usage);
	if (sum !== null && event.usage !== null && earlier > 0)
		sum = { ...sum, unpriced: unpricedCalls(event.usage) + earlier };
	return sum === null ? row.usage : { ...row.usage, [event.role]: sum };
}

function emptyRow(loop: number, at: number, activeBefore: number): LoopRow {
	return {
		loop,
		startedAt: at,
		endedAt: null,
		phase: null,
		objective: null,
		acceptance: [],
		preserved: null,
		candidate: null,
		unchanged: false,
		developer: null,
		verdict: null,
		examinationId: null,
		verified: null,
		gaps: null,
		findings: null,
		screenshots: null,
		kept: null,
		lost: [],
		productComplete: false,
		issuesOpened: 0,
		issuesClosed: 0,
		issuesReopened: 0,
		screens: [],
		checks: [],
		usage: {},
		calls: {},
		took: {},
		activeBefore,
	};
}

/** The run's time at work until a moment; pauses are left out. */
export function activeMsOf(view: Pick<RunView, "activeMs" | "activeSince">, now: number): number {
	return view.activeMs + (view.activeSince === null ? 0 : Math.max(0, now - view.activeSince));
}
