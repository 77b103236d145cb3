import { DomainError } from "../domain/errors.ts";
import type { Effect, EffectOutcome, Protocol, ProtocolContext, Step } from "../domain/protocol.ts";
import { roles } from "../domain/role.ts";
import { faultPoint } from "../fault-point.ts";
import { removeTree } from "../process/remove-tree.ts";
import { type ProtocolId, protocols } from "../protocols/registry.ts";
import { appendRunEvent } from "../store/events.ts";
import { preservedBefore } from "../store/examination-rows.ts";
import { beginStep, finishStep, saveState } from "../store/journal.ts";
import { endLoop, ensureLoop, readLoop, writeEffective, writePreservation } from "../store/loop-rows.ts";
import { readRun } from "../store/run-rows.ts";
import { setRunStatus } from "../store/run-status.ts";
import { distrustAfterRestart } from "./after-restart.ts";
import { checkBudgets } from "./budgets.ts";
import { executeAsk } from "./effects/ask.ts";
import { executeAssess } from "./effects/assess.ts";
import { executeDevelop } from "./effects/develop.ts";
import { executeExamine } from "./effects/examine.ts";
import { executeFreeze } from "./effects/freeze.ts";
import { executePlan } from "./effects/plan.ts";
import { executeRollback } from "./effects/rollback.ts";
import { executeTest } from "./effects/test.ts";
import type { Executed } from "./executed.ts";
import { loopFacts } from "./loop-facts.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Carries a run from where its journal stands to its end. Each effect is journaled before it is acted on and sealed
 * together with its rows, so a runner that is killed anywhere in here is replaced by one that calls this again.
 * @throws LeaveRun when the run has to leave in good order
 */
export async function advanceRun(context: RunContext): Promise<void> {
	const { store, runId } = context;
	const protocol = protocols[context.config.protocol as ProtocolId] as Protocol<unknown>;
	const rules: ProtocolContext = {
		options: context.config.options,
		roles: roles.filter((role) => context.config.bindings[role] !== undefined),
	};
	let { state, pending } = position(context, protocol, rules);
	faultPoint("engine.placed");
	await distrustAfterRestart(context, pending[0]);
	while (pending.length > 0) {
		context.control.atSafePoint();
		const effect = pending[0] as Effect;
		enterLoop(context, effect.loop);
		// before the step is begun: a run that pauses here has nothing half done
		if (effect.kind === "invoke") await checkBudgets(context, effect);
		faultPoint("engine.entered");
		const begun = beginStep(store, runId, effect);
		faultPoint("engine.intent");
		if (begun.outcome !== null) throw new Error(`step ${effect.key} is sealed but still waits to be done`);
		if (begun.attempts > 1) {
			const text = `${effect.key} was cut off and is taken up again.`;
			store.transaction(() =>
				appendRunEvent(store, runId, { kind: "notice", loop: effect.loop, level: "info", text }),
			);
		}
		const executed = await execute(context, effect);
		faultPoint("engine.acted");
		const next = protocol.next(state, executed.outcome, rules);
		const waiting = [...pending.slice(1), ...("effects" in next ? next.effects : [])];
		finishStep(store, runId, executed.outcome, { state: next.state, pending: waiting }, () => {
			executed.write();
			faultPoint("engine.derived");
			tellFailure(context, effect, executed.outcome);
			leaveLoop(context, effect.loop, waiting, next);
		});
		faultPoint("engine.sealed");
		await clearCalls(context);
		if (!protocol.continuesSessions || waiting.length === 0) await removeTree(context.paths.sessions.all);
		faultPoint("engine.cleared");
		state = next.state;
		pending = waiting;
	}
}

/** Where the journal stands; at first, where the protocol starts. */
function position(
	context: RunContext,
	protocol: Protocol<unknown>,
	rules: ProtocolContext,
): { state: unknown; pending: Effect[] } {
	const { store, runId } = context;
	const run = readRun(store, runId);
	if (run.state !== null && run.pending !== null) {
		const state = protocol.stateSchema.parse(JSON.parse(run.state));
		return { state, pending: JSON.parse(run.pending) as Effect[] };
	}
	const first = protocol.start(rules);
	if ("end" in first)
		throw new DomainError("invalid_input", `The protocol ends before it begins: ${first.end.detail}`);
	store.transaction(() => saveState(store, runId, first.state, first.effects));
	return { state: first.state, pending: first.effects };
}

/** What calls and copies left on disk; all that counts of it is in the database by now. */
export async function clearCalls(context: RunContext): Promise<void> {
	await removeTree(context.paths.calls);
	await removeTree(context.paths.copies);
}

async function execute(context: RunContext, effect: Effect): Promise<Executed> {
	switch (effect.kind) {
		case "invoke":
			if (effect.purpose === "plan") return executePlan(context, effect);
			return effect.purpose === "develop" ? executeDevelop(context, effect) : executeTest(context, effect);
		case "freeze":
			return executeFreeze(context, effect);
		case "examine":
			return executeExamine(context, effect);
		case "assess":
			return executeAssess(context, effect);
		case "rollback":
			return executeRollback(context, effect);
		case "ask":
			return executeAsk(context, effect);
	}
}

/** A loop's row, its event, and what holds in it before a plan says more. */
function enterLoop(context: RunContext, loop: number): void {
	const { store, runId } = context;
	if (readLoop(store, runId, loop) !== null) return;
	store.transaction(() => {
		if (!ensureLoop(store, runId, loop)) return;
		appendRunEvent(store, runId, { kind: "loop.started", loop });
		const facts = loopFacts(context, loop);
		writeEffective(store, runId, loop, facts.effective);
		writePreservation(store, runId, loop, { set: preservedBefore(store, runId, loop), dropped: [] });
	});
}

/** Why a role's call came to nothing, in its own words: the protocol only counts it. */
function tellFailure(context: RunContext, effect: Effect, outcome: EffectOutcome): void {
	if (outcome.kind !== "invoke" || outcome.status === "ok" || effect.kind !== "invoke") return;
	const why =
		outcome.status === "failed"
			? outcome.message
			: `its answer stayed unreadable: ${outcome.problems.join("; ")}`;
	const text = `The ${effect.role} of loop ${effect.loop} gave nothing to go on with: ${why}`;
	const { store, runId } = context;
	appendRunEvent(store, runId, { kind: "notice", loop: effect.loop, level: "error", text });
}

function leaveLoop(context: RunContext, loop: number, waiting: Effect[], next: Step<unknown>): void {
	const { store, runId } = context;
	if (!waiting.some((effect) => effect.loop === loop)) {
		endLoop(store, runId, loop);
		appendRunEvent(store, runId, { kind: "loop.ended", loop });
	}
	if ("end" in next) {
		setRunStatus(store, runId, { status: "ended", endCause: next.end.cause, detail: next.end.detail });
	}
}
