import type { Effect, Protocol, Step } from "../../domain/protocol.ts";
import { type InputPolicy, seesNothing } from "../input-policy.ts";
import {
	effectKey,
	endAfter,
	expectOutcome,
	type LoopCount,
	loopCountSchema,
	missingRoles,
	unexpected,
} from "../loop-count.ts";
import { definition } from "./definition.ts";

/** develop → freeze → examine → assess, once. Checks and probes still say what runs; the status stays untested. */
export const protocol: Protocol<LoopCount> = {
	stateSchema: loopCountSchema,
	maxEffects: () => 4,
	start(context) {
		const state: LoopCount = { loop: 1, awaiting: "", candidates: 0, misses: 0 };
		const end = missingRoles(definition, context);
		if (end !== null) return { state, end };
		return ask(state, {
			kind: "invoke",
			key: effectKey(1, "develop"),
			loop: 1,
			role: "developer",
			access: "read-write",
			purpose: "develop",
			prompt: "vanilla",
			session: { kind: "new" },
			corrections: 0,
		});
	},
	next(state, outcome) {
		expectOutcome(state, outcome);
		switch (outcome.kind) {
			case "invoke":
				return ask(state, { kind: "freeze", key: effectKey(1, "freeze"), loop: 1 });
			case "freeze":
				if (outcome.candidate === null) return over({ ...state, misses: 1 });
				return ask({ ...state, candidates: 1 }, { kind: "examine", key: effectKey(1, "examine"), loop: 1 });
			case "examine":
				return ask(state, { kind: "assess", key: effectKey(1, "assess"), loop: 1 });
			case "assess":
				return over(state);
			default:
				throw unexpected(outcome);
		}
	},
};

export function inputPolicy(): InputPolicy {
	return seesNothing;
}

function over(state: LoopCount): Step<LoopCount> {
	const end = endAfter(state, 1);
	if (end === null) throw new Error("a run of one loop ends after it");
	return { state, end };
}

function ask(state: LoopCount, effect: Effect): Step<LoopCount> {
	return { state: { ...state, awaiting: effect.key }, effects: [effect] };
}
