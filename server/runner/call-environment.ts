import { userInfo } from "node:os";
import type { Config } from "../config.ts";
import type { HarnessDefinition } from "../domain/harness.ts";

const alwaysPassed = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "SHELL"];

/**
 * The whole environment of a call: an allow-list, the harness's own variables, those that the binding names
 * (`settings.environment`, e.g. the key of a provider of one's own), and what its command adds.
 */
export function callEnvironment(
	host: Config,
	definition: HarnessDefinition,
	settings: Record<string, unknown>,
	added: Record<string, string>,
	scratch: string,
): Record<string, string> {
	const environment = baseEnvironment(host, scratch);
	const named = Array.isArray(settings.environment) ? settings.environment : [];
	for (const name of [...definition.passEnvironment, ...named]) {
		const value = host.environment[name];
		if (value !== undefined) environment[name] = value;
	}
	return { ...environment, ...added };
}

/** What every child gets: no key of the user, a terminal that asks nothing, a TMPDIR of its own. */
export function baseEnvironment(host: Config, scratch: string): Record<string, string> {
	const environment: Record<string, string> = {
		TERM: "dumb",
		USER: userInfo().username,
		LOGNAME: userInfo().username,
		TMPDIR: scratch,
	};
	for (const name of alwaysPassed) {
		const value = host.environment[name];
		if (value !== undefined) environment[name] = value;
	}
	return environment;
}
