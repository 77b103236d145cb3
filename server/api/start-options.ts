import { type Problem, problemsOf } from "../domain/errors.ts";
import type { ProtocolDefinition } from "../domain/protocol.ts";
import { type ProtocolOptions, protocolOptionsSchema } from "../domain/run.ts";
import { unknownWord } from "./did-you-mean.ts";

/** A protocol without the option `loops` passes once. */
function defaultsFor(protocol: ProtocolDefinition): ProtocolOptions {
	const defaults = protocolOptionsSchema.parse({});
	return protocol.options.some((option) => option.key === "loops") ? defaults : { ...defaults, loops: 1 };
}

/**
 * Options as a protocol takes them. An option that the protocol doesn't read is refused, unless it says what holds
 * anyway (copied settings carry all of them).
 */
export function checkOptions(
	input: Readonly<Record<string, unknown>>,
	protocol: ProtocolDefinition,
): { problems: Problem[]; value: ProtocolOptions | null } {
	const defaults = defaultsFor(protocol);
	const known: readonly string[] = protocol.options.map((option) => option.key);
	const given = Object.entries(input).filter(
		([key, value]) => known.includes(key) || !isDefault(defaults, key, value),
	);
	const problems = given
		.filter(([key]) => !known.includes(key))
		.map(([key]) => unknownWord(`options.${key}`, `option of ${protocol.id}`, key, known));
	const taken = given.filter(([key]) => known.includes(key));
	const parsed = protocolOptionsSchema.safeParse({ ...defaults, ...Object.fromEntries(taken) });
	if (!parsed.success) problems.push(...problemsOf(parsed.error.issues, "options"));
	return { problems, value: parsed.success && problems.length === 0 ? parsed.data : null };
}

function isDefault(defaults: ProtocolOptions, key: string, value: unknown): boolean {
	return Object.hasOwn(defaults, key) && defaults[key as keyof ProtocolOptions] === value;
}
