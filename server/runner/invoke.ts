import type { Effect, EffectOutcome } from "../domain/protocol.ts";
import type { Binding } from "../domain/role.ts";
import { totalTokens } from "../domain/usage-sum.ts";
import { faultPoint } from "../fault-point.ts";
import { type HarnessId, harnesses } from "../harnesses/registry.ts";
import { endMarked } from "../process/sweep.ts";
import { appendRunEvent } from "../store/events.ts";
import { endInvocation, type InvocationRecord, invocationsOfStep } from "../store/invocation-rows.ts";
import { Breaker } from "./breaker.ts";
import { checkBudgets, warnOfBudgets } from "./budgets.ts";
import { type CallRequest, type FinishedCall, runCall } from "./call.ts";
import type { LookDesk } from "./mediated/look-desk.ts";
import type { RunContext } from "./run-context.ts";
import { recoverFrom } from "./waits.ts";

export type InvokeEffect = Extract<Effect, { kind: "invoke" }>;

export interface Dialogue<Answer> {
	effect: InvokeEffect;
	binding: Binding;
	outputSchema: unknown;
	examinationId: string | null;
	copyOf: string[] | null;
	appUrl: string | null;
	/** the tester's browser; null where there is none */
	look: LookDesk | null;
	/** the whole prompt of the first call, or of a correction that names what was wrong */
	prompt(
		name: string,
		attempt: number,
		problems: string[],
		paths: { outbox: string; workspace: string; scratch: string },
	): { text: string; inputs: { name: string; text: string }[] };
	/** parses and judges an answer */
	read(answer: string): { ok: true; value: Answer } | { ok: false; problems: string[] };
	/** an earlier call of this step that was cut and whose session may go on */
	continues: InvocationRecord | null;
	/** called before a call that starts afresh after a cut or failed one */
	beforeFresh?(): Promise<void>;
}

export type DialogueResult<Answer> =
	| {
			outcome: Extract<EffectOutcome, { kind: "invoke"; status: "ok" }>;
			answer: Answer;
			/** all calls of this step that ended, oldest first */
			calls: FinishedCall[];
	  }
	| { outcome: Extract<EffectOutcome, { kind: "invoke" }>; answer: null; calls: FinishedCall[] };

/**
 * One effect `invoke`: calls the harness, waits out limits, has an unreadable answer corrected in the same session.
 * Retries, waits and corrections are calls of their own and are counted as such.
 * @throws LeaveRun when the run must leave: stop, suspend, or a question to a person
 */
export async function converse<Answer>(
	context: RunContext,
	dialogue: Dialogue<Answer>,
): Promise<DialogueResult<Answer>> {
	const { effect, binding } = dialogue;
	const { definition } = harnesses[binding.harness as HarnessId];
	const key = effect.key;
	let resumes = dialogue.continues;
	let problems: string[] = [];
	let corrections = 0;
	let transportFailures = 0;
	let cutOff = 0;
	let begunAfresh = false;
	let loggedInAnew = false;
	const breaker = new Breaker();
	const calls: FinishedCall[] = [];
	let attempt = invocationsOfStep(context.store, context.runId, key).length;
	for (;;) {
		if (context.control.signal.aborted) throw context.control.leave();
		await checkBudgets(context, effect);
		attempt += 1;
		const request: CallRequest = {
			effect,
			binding,
			attempt,
			prompt: (paths) =>
				dialogue.prompt(promptName(effect, resumes, problems), corrections + 1, problems, paths),
			outputSchema: dialogue.outputSchema,
			resumes,
			examinationId: dialogue.examinationId,
			copyOf: dialogue.copyOf,
			appUrl: dialogue.appUrl,
			look: dialogue.look,
		};
		const call = await runCall(context, request);
		calls.push(call);
		await warnOfBudgets(context, effect.loop);
		if (call.interrupted) throw context.control.leave();
		const { result } = call;
		if (result.outcome !== "completed") {
			context.control.demandSpace();
			// the session that it should go on with isn't there any more: what has to be done is still to be done
			if (resumes !== null && !begunAfresh && cameToNothing(call)) {
				begunAfresh = true;
				resumes = null;
				await dialogue.beforeFresh?.();
				continue;
			}
			// a parallel call may have used up the token that this one began with; what lies in HOME now is fresh
			if (result.errorKind === "auth" && call.loginChanged && !loggedInAnew) {
				loggedInAnew = true;
				continue;
			}
			if (result.errorKind === "transport") transportFailures += 1;
			const isCutOff = call.endedBy === "idle" || (call.endedBy === null && result.outcome === "interrupted");
			if (isCutOff) cutOff += 1;
			const recovery = await recoverFrom(context, {
				result,
				transportFailures,
				cutOff: isCutOff ? cutOff : 0,
				breaker,
				login: definition.login?.command ?? null,
			});
			if (recovery === "retry") {
				if (isCutOff) noteCutOff(context, effect, result.message);
				resumes = resumable(context, key, definition.capabilities.resume);
				if (resumes === null) await dialogue.beforeFresh?.();
				continue;
			}
			return {
				outcome: {
					kind: "invoke",
					key,
					status: "failed",
					errorKind: result.errorKind ?? "harness",
					message: result.message ?? `${definition.title} ended without a result`,
				},
				answer: null,
				calls,
			};
		}
		const read = call.answer === null ? noAnswer(call.outbox) : dialogue.read(call.answer);
		if (read.ok) return { outcome: { kind: "invoke", key, status: "ok" }, answer: read.value, calls };
		context.control.demandSpace();
		if (corrections >= effect.corrections) {
			return {
				outcome: { kind: "invoke", key, status: "invalid_output", problems: read.problems },
				answer: null,
				calls,
			};
		}
		corrections += 1;
		problems = read.problems;
		resumes = resumable(context, key, definition.capabilities.resume);
		context.store.transaction(() => {
			appendRunEvent(context.store, context.runId, {
				kind: "role.corrected",
				loop: effect.loop,
				role: effect.role,
				attempt: corrections,
				problems: problems.slice(0, 20),
			});
		});
	}
}

/** It ended at once, by itself, before anything was said or done. */
function cameToNothing({ result, toolCalls, endedBy }: FinishedCall): boolean {
	return (
		result.errorKind === "harness" &&
		endedBy === null &&
		result.finalMessage === null &&
		toolCalls.length === 0 &&
		(result.usage === null || totalTokens(result.usage) === 0)
	);
}

/** A call that goes on after it was cut off is no secret: the run's page says so. */
function noteCutOff(context: RunContext, effect: InvokeEffect, message: string | null): void {
	const text = `The ${effect.role}'s call was cut off and is tried once more: ${message ?? "it ended without a word"}`;
	context.store.transaction(() =>
		appendRunEvent(context.store, context.runId, {
			kind: "notice",
			loop: effect.loop,
			level: "warning",
			text,
		}),
	);
}

/** A session that goes on remembers its task; it only has to hear what was wrong. */
function promptName(effect: InvokeEffect, resumes: InvocationRecord | null, problems: string[]): string {
	return problems.length > 0 && resumes !== null ? "correction" : effect.prompt;
}

function noAnswer(outbox: string): { ok: false; problems: string[] } {
	return { ok: false, problems: [`There was no answer: neither ${outbox}/result.json nor a final message.`] };
}

/** The newest call of the step whose session can go on, or null. */
export function resumable(context: RunContext, key: string, canResume: boolean): InvocationRecord | null {
	if (!canResume) return null;
	const last = invocationsOfStep(context.store, context.runId, key).at(-1);
	return last?.sessionId ? last : null;
}

/**
 * What a killed runner left of this step: ends stray processes, closes the row of the cut call. Returns the calls of the
 * step, oldest first.
 */
export async function reconcile(context: RunContext, key: string): Promise<InvocationRecord[]> {
	const calls = invocationsOfStep(context.store, context.runId, key);
	for (const call of calls) {
		if (call.endedAt !== null) continue;
		await endMarked(`${context.marker}/${call.id}`);
		context.store.transaction(() => {
			endInvocation(context.store, call.id, {
				exitCode: null,
				signal: null,
				endedBy: "crash",
				outcome: "interrupted",
				errorKind: "infrastructure",
				message: "The runner ended in the middle of this call.",
				usage: null,
				usageCounter: null,
				sessionId: null,
				result: null,
				finalMessage: null,
				stdoutSha256: null,
				stderrSha256: null,
				stdoutBytes: null,
			});
			appendRunEvent(context.store, context.runId, {
				kind: "invocation.ended",
				loop: call.loop,
				invocationId: call.id,
				role: call.role,
				outcome: "interrupted",
				errorKind: "infrastructure",
				message: "The runner ended in the middle of this call.",
				usage: null,
				durationMs: 0,
			});
		});
	}
	faultPoint("invoke.reconciled");
	return invocationsOfStep(context.store, context.runId, key);
}
