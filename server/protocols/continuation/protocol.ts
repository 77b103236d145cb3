import { z } from "zod";
import type { Effect, EffectOutcome, Protocol, ProtocolContext, Step } from "../../domain/protocol.ts";
import { type InputPolicy, seesNothing } from "../input-policy.ts";
import {
	effectKey,
	endAfter,
	expectOutcome,
	loopCountSchema,
	missingRoles,
	unexpected,
} from "../loop-count.ts";
import { definition } from "./definition.ts";

const stateSchema = loopCountSchema.extend({
	/** the call of this loop ended well */
	developed: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

const effectsPerLoop = 4;

/**
 * develop → freeze → examine → assess, again and again in one session. A pass that ends well and changes nothing is a
 * developer that has nothing left to do: no candidate, but no failure either. Only failed passes count as misses.
 */
export const protocol: Protocol<State> = {
	continuesSessions: true,
	stateSchema,
	maxEffects: (options) => options.loops * effectsPerLoop,
	start(context) {
		const state: State = { loop: 1, awaiting: "", candidates: 0, misses: 0, developed: false };
		const end = missingRoles(definition, context);
		return end === null ? ask(state, develop(1)) : { state, end };
	},
	next(state, outcome, context) {
		expectOutcome(state, outcome);
		return afterwards(state, outcome, context);
	},
};

export function inputPolicy(): InputPolicy {
	return seesNothing;
}

function afterwards(state: State, outcome: EffectOutcome, context: ProtocolContext): Step<State> {
	const { loop } = state;
	switch (outcome.kind) {
		case "invoke":
			return ask(
				{ ...state, developed: outcome.status !== "failed" },
				{ kind: "freeze", key: effectKey(loop, "freeze"), loop },
			);
		case "freeze":
			if (outcome.candidate === null) {
				return endLoop({ ...state, misses: state.developed ? 0 : state.misses + 1 }, context);
			}
			return ask(
				{ ...state, candidates: state.candidates + 1, misses: 0 },
				{ kind: "examine", key: effectKey(loop, "examine"), loop },
			);
		case "examine":
			return ask(state, { kind: "assess", key: effectKey(loop, "assess"), loop });
		case "assess":
			return endLoop(state, context);
		default:
			throw unexpected(outcome);
	}
}

function endLoop(state: State, context: ProtocolContext): Step<State> {
	const end = endAfter(state, context.options.loops);
	if (end !== null) return { state, end };
	const next = { ...state, loop: state.loop + 1 };
	return ask(next, develop(next.loop));
}

function ask(state: State, effect: Effect): Step<State> {
	return { state: { ...state, awaiting: effect.key }, effects: [effect] };
}

function develop(loop: number): Effect {
	return {
		kind: "invoke",
		key: effectKey(loop, "develop"),
		loop,
		role: "developer",
		access: "read-write",
		purpose: "develop",
		prompt: loop === 1 ? "vanilla" : "continuation",
		session: loop === 1 ? { kind: "new" } : { kind: "continue", key: effectKey(loop - 1, "develop") },
		corrections: 0,
	};
}
