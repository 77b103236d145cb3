import { homedir } from "node:os";
import { join } from "node:path";
import type { HarnessDefinition } from "../domain/harness.ts";
import type { Access } from "../domain/role.ts";
import type { Confinement } from "../process/sandbox.ts";
import type { RunContext } from "./run-context.ts";
import type { LayerPaths } from "./run-paths.ts";

/** What a role may see and write (design §5.1): its workspace or copy, its outbox, its scratch, the CLI's own state. */
export function roleConfinement(
	context: RunContext,
	access: Access,
	definition: HarnessDefinition,
	call: { outbox: string; scratch: string; copyOf: string[] | null; layer: LayerPaths },
): Confinement {
	return {
		workspace: {
			at: context.paths.workspace,
			mode: access,
			overlay: call.copyOf === null ? null : { lower: call.copyOf, ...call.layer },
		},
		readable: [],
		writable: [call.outbox, call.scratch, ...definition.statePaths.map((path) => join(homedir(), path))],
		masked: [context.host.dataDirectory],
		chdir: context.paths.workspace,
	};
}
