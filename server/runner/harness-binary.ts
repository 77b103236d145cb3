import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import type { HarnessDefinition } from "../domain/harness.ts";
import { findHarness } from "../process/find-harness.ts";

/**
 * The program that plays a harness: found in PATH or in the harness cache; ours run on this very Node.
 * @throws DomainError `unavailable` when it isn't installed
 */
export function harnessBinary(host: Config, definition: HarnessDefinition): string {
	if (definition.binary === null) return process.execPath;
	const found = findHarness(definition, {
		harnessCache: host.harnessCache,
		path: host.environment.PATH ?? "",
	});
	if (found === null) {
		throw new DomainError(
			"unavailable",
			`${definition.title} is not installed: \`${definition.binary.name}\` is neither in PATH nor in ${host.harnessCache}. Install it with \`npm run harnesses:install -- ${definition.id}\`.`,
		);
	}
	return found;
}
