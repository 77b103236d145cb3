import { z } from "zod";
import type { Effect, EffectOutcome, Protocol, ProtocolContext, Step } from "../../domain/protocol.ts";
import type { ProtocolOptions } from "../../domain/run.ts";
import { type InputPolicy, seesEverything, seesNothing } from "../input-policy.ts";
import {
	effectKey,
	endAfter,
	expectOutcome,
	loopCountSchema,
	missingRoles,
	unexpected,
	whyMissed,
} from "../loop-count.ts";
import { definition } from "./definition.ts";

const stateSchema = loopCountSchema.extend({
	/** some loop gave a readable plan; without `planUpdate` it is kept from then on */
	planned: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

const corrections = 2;

/** Effects of one loop at most: rollback, plan, develop, freeze, examine, test, assess. */
const effectsPerLoop = 7;

/**
 * [rollback] → plan → develop → freeze → examine → test → assess, for each loop. What a failure means:
 * - no readable plan: the loop ends without a candidate, since nobody may build what nobody asked for;
 * - a Developer that fails or reports nonsense: the tree is frozen all the same, and examined if it changed;
 * - a tester that fails: the candidate is assessed as untested.
 */
export const protocol: Protocol<State> = {
	stateSchema,
	maxEffects: (options) => options.loops * effectsPerLoop,
	start(context) {
		const end = missingRoles(definition, context);
		const state: State = { loop: 1, awaiting: "", candidates: 0, misses: 0, planned: false };
		return end === null ? beginLoop(state, context) : { state, end };
	},
	next(state, outcome, context) {
		expectOutcome(state, outcome);
		return afterwards(state, outcome, context);
	},
};

export function inputPolicy(options: ProtocolOptions): InputPolicy {
	return options.evidenceFeedback ? seesEverything : seesNothing;
}

function afterwards(state: State, outcome: EffectOutcome, context: ProtocolContext): Step<State> {
	const { loop } = state;
	switch (outcome.kind) {
		case "rollback":
			return planOrDevelop(state, context);
		case "invoke":
			if (outcome.key === effectKey(loop, "plan")) {
				return outcome.status === "ok"
					? ask({ ...state, planned: true }, develop(loop))
					: endLoop({ ...state, misses: state.misses + 1 }, context, whyMissed(outcome));
			}
			if (outcome.key === effectKey(loop, "develop")) {
				return ask(state, { kind: "freeze", key: effectKey(loop, "freeze"), loop });
			}
			return ask(state, { kind: "assess", key: effectKey(loop, "assess"), loop });
		case "freeze":
			if (outcome.candidate === null) {
				return endLoop({ ...state, misses: state.misses + 1 }, context, whyMissed(outcome));
			}
			return ask(
				{ ...state, candidates: state.candidates + 1, misses: 0 },
				{ kind: "examine", key: effectKey(loop, "examine"), loop },
			);
		case "examine":
			return ask(state, test(loop));
		case "assess":
			if (context.options.earlyStop && outcome.productComplete) {
				return { state, end: { cause: "completed", detail: `The product is complete in loop ${loop}.` } };
			}
			return endLoop(state, context);
		default:
			throw unexpected(outcome);
	}
}

function endLoop(state: State, context: ProtocolContext, why = ""): Step<State> {
	const end = endAfter(state, context.options.loops, why);
	return end === null ? beginLoop({ ...state, loop: state.loop + 1 }, context) : { state, end };
}

function beginLoop(state: State, context: ProtocolContext): Step<State> {
	const { loop } = state;
	if (loop > 1 && !context.options.warmStart) {
		return ask(state, { kind: "rollback", key: effectKey(loop, "rollback"), loop, to: "seed" });
	}
	return planOrDevelop(state, context);
}

function planOrDevelop(state: State, context: ProtocolContext): Step<State> {
	const { loop } = state;
	return ask(state, state.planned && !context.options.planUpdate ? develop(loop) : plan(loop));
}

function ask(state: State, effect: Effect): Step<State> {
	return { state: { ...state, awaiting: effect.key }, effects: [effect] };
}

function plan(loop: number): Effect {
	return {
		kind: "invoke",
		key: effectKey(loop, "plan"),
		loop,
		role: "planner",
		access: "read-only",
		purpose: "plan",
		prompt: "plan",
		session: { kind: "new" },
		corrections,
	};
}

function develop(loop: number): Effect {
	return {
		kind: "invoke",
		key: effectKey(loop, "develop"),
		loop,
		role: "developer",
		access: "read-write",
		purpose: "develop",
		prompt: "develop",
		session: { kind: "new" },
		corrections,
	};
}

function test(loop: number): Effect {
	return {
		kind: "invoke",
		key: effectKey(loop, "test"),
		loop,
		role: "tester",
		access: "read-only",
		purpose: "test",
		prompt: "test",
		session: { kind: "new" },
		corrections,
	};
}
