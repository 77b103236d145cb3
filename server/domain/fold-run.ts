import { isAtWork } from "./active-time.ts";
import { foldBudget } from "./fold-budget.ts";
import { foldIssue, touchTrajectory } from "./fold-issues.ts";
import { foldLoopRow } from "./fold-loop-row.ts";
import { foldNotices } from "./fold-notices.ts";
import type { RunEvent, StoredRunEvent } from "./run-event.ts";
import type { RunView } from "./run-view.ts";
import { stages } from "./stage.ts";

type Created = RunEvent & { kind: "run.created" };

/** A run of which nothing is known but its creation (`at`: milliseconds since 1970). */
export function emptyRunView(created: Created, at: number): RunView {
	return {
		runId: created.runId,
		number: created.number,
		projectId: created.projectId,
		projectName: created.projectName,
		protocol: created.protocol,
		options: created.options,
		bindings: created.bindings,
		configHash: created.configHash,
		createdAt: at,
		startedAt: null,
		endedAt: null,
		status: "queued",
		endCause: null,
		detail: "",
		question: null,
		until: null,
		loop: 0,
		stages: idleStages(),
		invocation: null,
		rows: [],
		issues: [],
		trajectory: [],
		criteria: null,
		humanInterventions: 0,
		activeMs: 0,
		activeSince: null,
		budgets: { configured: created.budgets ?? {}, raised: {}, warned: [], reached: null, diskBytes: null },
		lastError: null,
		notices: [],
		seq: 0,
	};
}

/**
 * The view after one more event. Never changes what it got; parts that the event doesn't touch keep their identity,
 * so that a page redraws only what moved. An event that was already folded in (`seq` ≤ the view's) changes nothing.
 */
export function foldRunEvent(view: RunView, stored: StoredRunEvent): RunView {
	if (stored.seq <= view.seq) return view;
	const next = apply(view, stored.event, stored.at);
	return { ...foldNotices(view, next, stored), seq: stored.seq };
}

/** Folds a whole history; the first event must be `run.created`. */
export function foldRun(events: Iterable<StoredRunEvent>): RunView {
	let view: RunView | null = null;
	for (const stored of events) {
		if (view === null) {
			if (stored.event.kind !== "run.created") {
				throw new TypeError(`a run's history starts with run.created, not ${stored.event.kind}`);
			}
			view = { ...emptyRunView(stored.event, stored.at), seq: stored.seq };
		} else {
			view = foldRunEvent(view, stored);
		}
	}
	if (view === null) throw new TypeError("a run without any event can't be folded");
	return view;
}

function apply(view: RunView, event: RunEvent, at: number): RunView {
	switch (event.kind) {
		case "run.created":
			return view;
		case "run.status":
			return foldStatus(view, event, at);
		case "run.lost":
			return foldLost(view, event.since, at);
		case "loop.started":
			return foldLoopRow({ ...view, loop: event.loop, stages: idleStages() }, event, at);
		case "loop.ended":
			return touchTrajectory(foldLoopRow(view, event, at), event.loop, 0);
		case "stage.started":
			return stageStarted(view, event, at);
		case "stage.ended":
			return stageEnded(view, event);
		case "plan.written":
			return { ...foldLoopRow(view, event, at), criteria: event.criteria };
		case "invocation.started":
			if (event.beside) return view;
			return {
				...foldLoopRow(view, event, at),
				invocation: {
					id: event.invocationId,
					role: event.role,
					harness: event.harness,
					model: event.model,
					since: at,
					sandbox: event.sandbox,
				},
			};
		case "invocation.ended":
			if (event.beside) return view;
			return invocationEnded(foldLoopRow(view, event, at), event);
		case "examination.assessed": {
			if (!event.official) return view;
			return touchTrajectory(foldLoopRow(view, event, at), event.loop, 0);
		}
		case "issue.changed":
			return foldIssue(view, event, at);
		case "budget.warned":
		case "budget.reached":
		case "budget.raised":
		case "budget.disk":
			return foldBudget(view, event);
		case "notice":
		case "role.corrected":
			// the repeated call is counted by its own invocation.started
			return view;
		default:
			return foldLoopRow(view, event, at);
	}
}

function foldStatus(view: RunView, event: RunEvent & { kind: "run.status" }, at: number): RunView {
	const atWork = event.status === "running" || event.status === "pausing" || event.status === "stopping";
	const ended = event.status === "ended";
	// the one thing that counts as a person's help: a question was open and the run went on
	const answered = view.status === "needs_input" && event.status === "running";
	const active = isAtWork(event.status);
	return {
		...view,
		activeMs: view.activeMs + (view.activeSince !== null && !active ? Math.max(0, at - view.activeSince) : 0),
		activeSince: active ? (view.activeSince ?? at) : null,
		budgets: active && view.budgets.reached ? { ...view.budgets, reached: null } : view.budgets,
		status: event.status,
		endCause: event.endCause,
		detail: event.detail,
		question: event.question,
		until: event.until,
		startedAt: view.startedAt ?? (event.status === "running" ? at : null),
		endedAt: ended ? at : null,
		invocation: atWork ? view.invocation : null,
		stages: stagesAfter(view, event, { ended, atWork }, at),
		humanInterventions: view.humanInterventions + (answered ? 1 : 0),
	};
}

/** The clock of a stage under way stands while the run rests or waits, and goes on with it. */
/** Nobody was at work between the last sign of life and the next runner. */
function foldLost(view: RunView, since: number, at: number): RunView {
	if (view.activeSince === null) return view;
	return {
		...view,
		activeMs: view.activeMs + Math.max(0, since - view.activeSince),
		activeSince: at,
		stages: view.stages.map((stage) =>
			stage.state === "active" && stage.since !== null && stage.durationMs === null
				? { ...stage, since: Math.min(at, stage.since + (at - since)) }
				: stage,
		),
	};
}

function stagesAfter(
	view: RunView,
	event: RunEvent & { kind: "run.status" },
	now: { ended: boolean; atWork: boolean },
	at: number,
): RunView["stages"] {
	if (!view.stages.some((stage) => stage.state === "active")) return view.stages;
	if (now.ended) return closed(view, event, at);
	return view.stages.map((stage) => {
		if (stage.state !== "active" || stage.since === null) return stage;
		if (now.atWork) {
			// the time at rest isn't the stage's
			return stage.durationMs === null ? stage : { ...stage, since: at - stage.durationMs, durationMs: null };
		}
		return stage.durationMs === null ? { ...stage, durationMs: at - stage.since } : stage;
	});
}

/** A stage that was under way when the run ended didn't end well, unless a person stopped it. */
function closed(view: RunView, event: RunEvent & { kind: "run.status" }, at: number): RunView["stages"] {
	const state = event.endCause === "stopped" ? ("idle" as const) : ("failed" as const);
	return view.stages.map((stage) =>
		stage.state === "active"
			? { ...stage, state, durationMs: stage.durationMs ?? (stage.since === null ? null : at - stage.since) }
			: stage,
	);
}

function stageStarted(view: RunView, event: RunEvent & { kind: "stage.started" }, at: number): RunView {
	if (event.loop < view.loop) return view;
	const before = event.loop > view.loop ? { ...view, loop: event.loop, stages: idleStages() } : view;
	return {
		...before,
		stages: before.stages.map((stage) =>
			stage.stage === event.stage
				? { stage: event.stage, state: "active" as const, since: at, durationMs: null, note: "" }
				: stage,
		),
	};
}

function stageEnded(view: RunView, event: RunEvent & { kind: "stage.ended" }): RunView {
	if (event.loop !== view.loop) return view;
	return {
		...view,
		stages: view.stages.map((stage) =>
			stage.stage === event.stage
				? {
						...stage,
						state: event.ok ? ("done" as const) : ("failed" as const),
						durationMs: event.durationMs,
						note: event.note,
					}
				: stage,
		),
	};
}

function invocationEnded(view: RunView, event: RunEvent & { kind: "invocation.ended" }): RunView {
	return {
		...view,
		invocation: view.invocation?.id === event.invocationId ? null : view.invocation,
		lastError:
			event.errorKind === null
				? view.lastError
				: { kind: event.errorKind, message: event.message ?? "", loop: event.loop, role: event.role },
	};
}

function idleStages(): RunView["stages"] {
	return stages.map((stage) => ({ stage, state: "idle", since: null, durationMs: null, note: "" }));
}
