import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
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
	const paths = [
		...definition.statePaths.map((path) => join(host.environment.HOME ?? homedir(), path)),
		...moved,
	];
	for (const path of paths) {
		if (existsSync(path)) continue;
		if (path.endsWith(".json")) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, "{}\n", { mode: 0o600 });
		} else {
			mkdirSync(path, { recursive: true, mode: 0o700 });
		}
	}
	return paths;
}
