import path from "node:path";
import { unknownWord } from "../api/did-you-mean.ts";
import { sentence } from "../domain/errors.ts";
import type { ProtocolDefinition } from "../domain/protocol.ts";
import type { Role } from "../domain/role.ts";
import type { StartRunInput } from "../domain/run.ts";
import { harnessIds } from "../harnesses/registry.ts";
import { CliError } from "./exit.ts";

export interface BindingFlags {
	harness?: string | undefined;
	model?: string | undefined;
	/** `planner=codex:gpt-5.5`, as often as there are roles */
	role?: readonly string[] | undefined;
}

/** `codex:gpt-5.5` → harness and model; a model may hold colons itself, a harness can't. */
export function parseHarness(text: string): { harness: string; model: string | null } {
	const colon = text.indexOf(":");
	if (colon === -1) return { harness: text, model: null };
	return { harness: text.slice(0, colon), model: text.slice(colon + 1) || null };
}

/** A scenario may be a file beside the caller; the daemon has another working directory. */
function withScenario(bound: { harness: string; model: string | null }, flag: string) {
	if (!harnessIds.some((id) => id === bound.harness)) {
		throw new CliError(2, sentence(unknownWord(flag, "harness", bound.harness, harnessIds)));
	}
	const isFile = bound.harness === "scripted" && bound.model?.endsWith(".json");
	return isFile ? { ...bound, model: path.resolve(bound.model as string) } : bound;
}

/**
 * Bindings from flags: `--harness` and `--model` hold for all roles of the protocol, `--role` for one.
 * @throws CliError 2 for a role that the protocol doesn't have, or a harness that nobody knows
 */
export function bindingsOf(flags: BindingFlags, protocol: ProtocolDefinition): StartRunInput["bindings"] {
	const known: string[] = protocol.roles.map(({ role }) => role);
	const perRole = new Map<string, { harness: string; model: string | null }>();
	for (const flag of flags.role ?? []) {
		const equals = flag.indexOf("=");
		if (equals < 1) throw new CliError(2, `--role ${flag}: write it as ROLE=HARNESS[:MODEL]`);
		const role = flag.slice(0, equals);
		if (!known.includes(role)) {
			throw new CliError(2, sentence(unknownWord(`--role ${flag}`, `role of ${protocol.id}`, role, known)));
		}
		perRole.set(role, parseHarness(flag.slice(equals + 1)));
	}
	const bindings: StartRunInput["bindings"] = {};
	for (const { role, access } of protocol.roles) {
		const own = perRole.get(role) ?? (flags.harness ? parseHarness(flags.harness) : null);
		if (!own) throw new CliError(2, unboundMessage(role));
		const flag = perRole.has(role) ? "--role" : "--harness";
		bindings[role] = { ...withScenario({ ...own, model: own.model ?? flags.model ?? null }, flag), access };
	}
	return bindings;
}

function unboundMessage(role: Role): string {
	return `the ${role} has no harness: give --harness HARNESS for all roles or --role ${role}=HARNESS[:MODEL]; \`fuseline doctor\` lists them`;
}

/**
 * `--set key=value` → options; `true`, `false` and numbers are what they look like.
 * @throws CliError 2 for what isn't `key=value`
 */
export function optionsOf(settings: readonly string[], loops: number | undefined): StartRunInput["options"] {
	const options: StartRunInput["options"] = {};
	for (const setting of settings) {
		const equals = setting.indexOf("=");
		if (equals < 1) throw new CliError(2, `--set ${setting}: write it as KEY=VALUE`);
		options[setting.slice(0, equals)] = settingValue(setting.slice(equals + 1));
	}
	return loops === undefined ? options : { ...options, loops };
}

function settingValue(text: string): string | number | boolean {
	if (text === "true") return true;
	if (text === "false") return false;
	return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
