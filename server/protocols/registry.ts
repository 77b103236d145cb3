import type { Protocol, ProtocolDefinition } from "../domain/protocol.ts";
import type { ProtocolOptions } from "../domain/run.ts";
import { definition as continuationDefinition } from "./continuation/definition.ts";
import {
	inputPolicy as continuationInputs,
	protocol as continuationProtocol,
} from "./continuation/protocol.ts";
import { definition as hohDefinition } from "./hoh/definition.ts";
import { inputPolicy as hohInputs, protocol as hohProtocol } from "./hoh/protocol.ts";
import type { InputPolicy } from "./input-policy.ts";
import { definition as vanillaDefinition } from "./vanilla/definition.ts";
import { inputPolicy as vanillaInputs, protocol as vanillaProtocol } from "./vanilla/protocol.ts";

/** What forms and pages know of each protocol: pure data, in the order in which it is offered. */
export const protocolDefinitions = {
	hoh: hohDefinition,
	vanilla: vanillaDefinition,
	continuation: continuationDefinition,
} as const satisfies Record<string, ProtocolDefinition>;

export type ProtocolId = keyof typeof protocolDefinitions;

/** A reducer and what its roles may see. */
interface Registered<State> {
	protocol: Protocol<State>;
	inputPolicy: (options: ProtocolOptions) => InputPolicy;
}

/** The reducer with its state sealed: the runner stores states, it never looks into them. */
type Sealed = Registered<unknown>;

const registered = {
	hoh: sealed({ protocol: hohProtocol, inputPolicy: hohInputs }),
	vanilla: sealed({ protocol: vanillaProtocol, inputPolicy: vanillaInputs }),
	continuation: sealed({ protocol: continuationProtocol, inputPolicy: continuationInputs }),
} satisfies Record<ProtocolId, Sealed>;

export const protocols: Record<ProtocolId, Protocol<unknown>> = {
	hoh: registered.hoh.protocol,
	vanilla: registered.vanilla.protocol,
	continuation: registered.continuation.protocol,
};

export function isProtocolId(id: string): id is ProtocolId {
	return Object.hasOwn(protocolDefinitions, id);
}

/** What planner and developer may see of earlier loops in a run with these options. */
export function inputPolicyOf(protocol: string, options: ProtocolOptions): InputPolicy {
	if (!isProtocolId(protocol)) throw new Error(`there is no protocol "${protocol}"`);
	return registered[protocol].inputPolicy(options);
}

/** A stored state is parsed before the reducer sees it, so `unknown` is safe. */
function sealed<State>({ protocol, inputPolicy }: Registered<State>): Sealed {
	return {
		inputPolicy,
		protocol: {
			...protocol,
			next: (state, outcome, context) => protocol.next(protocol.stateSchema.parse(state), outcome, context),
		},
	};
}
