import { activeTime } from "../domain/active-time.ts";
import {
	type BudgetFacts,
	type BudgetState,
	bearsOn,
	budgetStates,
	warnShare,
} from "../domain/budget-state.ts";
import { budgetSentence } from "../domain/budget-words.ts";
import { flatBudgets } from "../domain/budgets.ts";
import type { Role } from "../domain/role.ts";
import { totalTokens, unpricedCalls } from "../domain/usage-sum.ts";
import { alreadyWarned, diskMeasuredIn, raisedBudgets, statusChanges } from "../store/budget-events.ts";
import { appendRunEvent } from "../store/events.ts";
import { callsForBudgets } from "../store/invocation-rows.ts";
import { measureDisk } from "./disk-use.ts";
import { LeaveRun } from "./leave.ts";
import { isBeside, type RunContext } from "./run-context.ts";

/** Limits that hold now: the run's configuration, and what a person raised since. */
export function limitsNow(context: RunContext): Record<string, number> {
	return { ...flatBudgets(context.config.budgets), ...raisedBudgets(context.store, context.runId) };
}

/**
 * Judges the run's budgets before a call: warns once at 80 %, and leaves the run in good order where one is used up; by
 * `onExhausted` it pauses (the default) or ends. Unknown use counts as nothing, and every sentence says so; simulated use
 * counts, so that a rehearsal behaves as the real run would.
 * @throws LeaveRun `paused`, or `ended` with cause `budget_exhausted`
 */
export async function checkBudgets(context: RunContext, next: { role: Role; loop: number }): Promise<void> {
	// who examines beside a run is asked for by a person, and is on nobody's budget
	if (isBeside(context)) return;
	const states = await judge(context, next.loop);
	const reached = states.find((state) => state.share >= 1 && bearsOn(state, next.role));
	if (reached === undefined) return;
	const { store, runId, config } = context;
	const { key, used, limit, unknown } = reached;
	const action = config.budgets.onExhausted ?? "pause";
	const text = `${budgetSentence(reached)}.`;
	store.transaction(() =>
		appendRunEvent(store, runId, {
			kind: "budget.reached",
			loop: next.loop,
			key,
			used,
			limit,
			unknown,
			action,
			text,
		}),
	);
	throw action === "stop"
		? new LeaveRun({ status: "ended", endCause: "budget_exhausted", detail: text })
		: new LeaveRun({ status: "paused", detail: `${text} Raise it to go on.` });
}

/** Says so once where 80 % of a budget are used; called when a call has ended. */
export async function warnOfBudgets(context: RunContext, loop: number): Promise<void> {
	if (!isBeside(context)) await judge(context, loop);
}

async function judge(context: RunContext, loop: number): Promise<BudgetState[]> {
	const limits = limitsNow(context);
	if (Object.keys(limits).length === 0) return [];
	const states = budgetStates(limits, await factsOf(context, loop, "diskMegabytes" in limits));
	for (const state of states) if (state.share >= warnShare && state.share < 1) warn(context, state, loop);
	return states;
}

function warn(context: RunContext, state: BudgetState, loop: number): void {
	const { store, runId } = context;
	const { key, used, limit, unknown } = state;
	if (alreadyWarned(store, runId, { key, limit, loop: state.loop })) return;
	const text = `${budgetSentence(state)} (${Math.floor(state.share * 100)} %).`;
	store.transaction(() =>
		appendRunEvent(store, runId, { kind: "budget.warned", loop, key, used, limit, unknown, text }),
	);
}

async function factsOf(context: RunContext, loop: number, withDisk: boolean): Promise<BudgetFacts> {
	const { store, runId } = context;
	const now = Date.now();
	const calls = callsForBudgets(store, runId);
	const changes = statusChanges(store, runId);
	const loopStart = calls.find((call) => call.loop === loop)?.startedAt ?? now;
	return {
		groups: calls.map(({ role, loop: of, usage, startedAt, endedAt }) => ({
			...{ role, loop: of, calls: 1, ms: (endedAt ?? now) - startedAt },
			tokens: totalTokens(usage),
			costUsd: usage?.costUsd ?? null,
			unpriced: usage === null ? 1 : unpricedCalls(usage),
			uncounted: usage === null || usage.partial ? 1 : 0,
		})),
		loop,
		runMs: activeTime(changes, 0, now),
		loopMs: activeTime(changes, loopStart, now),
		diskBytes: withDisk ? await measured(context, loop) : null,
	};
}

/** Measured before each call; said once per loop, for the page. */
async function measured(context: RunContext, loop: number): Promise<number> {
	const { store, runId } = context;
	const bytes = await measureDisk(context);
	if (!diskMeasuredIn(store, runId, loop)) {
		store.transaction(() => appendRunEvent(store, runId, { kind: "budget.disk", loop, bytes }));
	}
	return bytes;
}
