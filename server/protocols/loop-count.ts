import { z } from "zod";
import type { EffectOutcome, ProtocolContext, ProtocolDefinition, Step } from "../domain/protocol.ts";

/** What every looping protocol counts. Its state is stored with each step, so it is plain data. */
export const loopCountSchema = z.strictObject({
	loop: z.number().int().min(1),
	/** key of the effect whose outcome must come next */
	awaiting: z.string(),
	/** loops that gave a candidate */
	candidates: z.number().int().min(0),
	/** loops in a row that gave none */
	misses: z.number().int().min(0),
});
export type LoopCount = z.infer<typeof loopCountSchema>;

/** So many loops in a row without a candidate end a run: something is wrong that more loops won't mend. */
const missLimit = 3;

/** `loop-03/freeze`: unique in a run and the same after a restart. */
export function effectKey(loop: number, name: string): string {
	return `loop-${String(loop).padStart(2, "0")}/${name}`;
}

/** Why the last loop gave no candidate, as the end of a sentence; empty if its outcome doesn't say. */
export function whyMissed(outcome: EffectOutcome): string {
	if (outcome.kind === "freeze") return " The last one left the workspace as it was.";
	if (outcome.kind !== "invoke" || outcome.status === "ok") return "";
	const words = outcome.status === "invalid_output" ? outcome.problems.join("; ") : outcome.message;
	return ` The last one: ${words.slice(0, 400)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** A loop is over. Null: the next one may begin (the count is moved on by `nextLoop`); else the run's end. */
export function endAfter(
	count: Pick<LoopCount, "loop" | "candidates" | "misses">,
	loops: number,
	why = "",
): { cause: "completed" | "failed"; detail: string } | null {
	if (count.misses >= missLimit) {
		return { cause: "failed", detail: `${missLimit} loops in a row gave no candidate.${why}` };
	}
	if (count.loop < loops) return null;
	if (count.candidates === 0) return { cause: "failed", detail: `No loop gave a candidate.${why}` };
	return { cause: "completed", detail: loops === 1 ? "The loop is done." : `All ${loops} loops are done.` };
}

/** The journal hands back the outcome of the effect that was asked for, or something is badly wrong. */
export function expectOutcome(state: { awaiting: string }, outcome: EffectOutcome): void {
	if (outcome.key !== state.awaiting) {
		throw new Error(`the protocol waits for ${state.awaiting}, not for ${outcome.key}`);
	}
}

export function unexpected(outcome: EffectOutcome): Error {
	return new Error(`no protocol step follows a ${outcome.kind} of ${outcome.key}`);
}

/** A run whose roles aren't all bound can't begin; null = they are. */
export function missingRoles(
	definition: ProtocolDefinition,
	context: ProtocolContext,
): Extract<Step<never>, { end: unknown }>["end"] | null {
	const missing = definition.roles
		.filter(({ role }) => !context.roles.includes(role))
		.map(({ role }) => role);
	if (missing.length === 0) return null;
	return { cause: "failed", detail: `No harness is bound to ${missing.join(", ")}.` };
}
