import type { z } from "zod";
import type { ErrorKind } from "./outcome.ts";
import type { Access, Role } from "./role.ts";
import type { EndCause, ProtocolOptions } from "./run.ts";
import type { Stage } from "./stage.ts";
import type { Verdict } from "./verdict.ts";

/** What a role must deliver. */
export type Purpose = "plan" | "develop" | "test";

/** What the runner is asked to do. `key` is unique in a run and stable, so that a killed runner finds its place. */
export type Effect =
	| {
			kind: "invoke";
			key: string;
			loop: number;
			role: Role;
			access: Access;
			purpose: Purpose;
			/** the prompt of which the protocol is asked for */
			prompt: string;
			/** `new`: a fresh session. `continue`: the session of the named earlier effect, where the harness can resume */
			session: { kind: "new" } | { kind: "continue"; key: string };
			/** an unreadable answer gets so many corrections in the same session */
			corrections: number;
	  }
	/** `from`: where the workspace stands; freezing an unchanged tree gives an outcome without a candidate */
	| { kind: "freeze"; key: string; loop: number }
	/** checks and probes of the runtime on the candidate of this loop */
	| { kind: "examine"; key: string; loop: number }
	/** evidence → verdict and ledger */
	| { kind: "assess"; key: string; loop: number }
	/** lays the workspace anew: A_0 (`seed`) or the candidate of a loop */
	| { kind: "rollback"; key: string; loop: number; to: "seed" | number }
	| { kind: "ask"; key: string; loop: number; question: string };

export type EffectOutcome =
	| { kind: "invoke"; key: string; status: "ok" }
	/** the answer stayed unreadable after all corrections */
	| { kind: "invoke"; key: string; status: "invalid_output"; problems: string[] }
	| { kind: "invoke"; key: string; status: "failed"; errorKind: ErrorKind; message: string }
	| { kind: "freeze"; key: string; candidate: { tree: string } | null }
	| { kind: "examine"; key: string; status: "ok" | "failed"; message: string }
	| { kind: "assess"; key: string; verdict: Verdict; productComplete: boolean }
	| { kind: "rollback"; key: string }
	| { kind: "ask"; key: string; answer: string };

export interface ProtocolContext {
	options: ProtocolOptions;
	/** roles that are bound in this run */
	roles: Role[];
}

export type Step<State> =
	| { state: State; effects: Effect[] }
	| { state: State; end: { cause: EndCause; detail: string } };

export interface Protocol<State> {
	/** a role's later steps go on with the session of its first */
	continuesSessions?: true;
	stateSchema: z.ZodType<State>;
	/** upper limit of effects that a run with these options can ask for; conformance checks it */
	maxEffects(options: ProtocolOptions): number;
	start(context: ProtocolContext): Step<State>;
	next(state: State, outcome: EffectOutcome, context: ProtocolContext): Step<State>;
}

export interface ProtocolDefinition {
	id: string;
	title: string;
	summary: string;
	roles: { role: Role; access: Access; title: string; does: string }[];
	/** stages that this protocol really has; the others are not drawn */
	stages: Stage[];
	/** options of `protocolOptionsSchema` that it reads, with a label for forms */
	options: { key: keyof ProtocolOptions; label: string; help: string }[];
}
