import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Config } from "../config.ts";
import type { HarnessDefinition } from "../domain/harness.ts";

/**
 * What a CLI must be able to write in HOME (login, sessions), made if it isn't there: the sandbox can only mount what
 * exists. A folder that the user moved by a variable that passes (`CODEX_HOME`) counts too.
 */
export function statePaths(host: Config, definition: HarnessDefinition): string[] {
	const moved = definition.passEnvironment
		.filter((name) => /_(HOME|DIR)$/.test(name))
		.map((name) => host.environment[name])
		.filter((value): value is string => value !== undefined && isAbsolute(value));
	const paths = [...inHome(host, definition.statePaths), ...moved];
	for (const path of paths) {
		if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
	}
	return paths;
}

/** What a CLI only reads in HOME, as far as it is there. */
export function readPaths(host: Config, definition: HarnessDefinition): string[] {
	return inHome(host, definition.readPaths ?? []).filter((path) => existsSync(path));
}

function inHome(host: Config, paths: string[]): string[] {
	return paths.map((path) => join(host.environment.HOME ?? homedir(), path));
}
