import type { HarnessDefinition } from "../domain/harness.ts";
import type { Access } from "../domain/role.ts";
import type { Confinement } from "../process/sandbox.ts";
import type { Place } from "./copy.ts";
import type { RunContext } from "./run-context.ts";
import { harnessPaths, readPaths, stateViews } from "./state-paths.ts";

/**
 * What a role may see and write (design §5.1): its workspace or copy, its outbox, its scratch, the CLI's own
 * folders.
 * A copy may be written; it is thrown away, and what changed in it is known exactly.
 */
export function roleConfinement(
	context: RunContext,
	effect: { key: string; access: Access },
	definition: HarnessDefinition,
	call: { outbox: string; scratch: string; place: Place | null; look: string | null },
): Confinement {
	const at = call.place?.at ?? context.paths.workspace;
	return {
		workspace: {
			at,
			mode: call.place === null ? effect.access : "read-write",
			overlay: call.place?.overlay ?? null,
		},
		// Fuseline may itself be unpacked under a hidden folder such as /tmp
		readable: [
			context.host.repositoryRoot,
			context.host.harnessCache,
			...readPaths(context.host, definition),
			// the socket of the tester's browser: a read-only mount, which is enough to speak through it
			...(call.look === null ? [] : [call.look]),
		],
		writable: [call.outbox, call.scratch],
		state: stateViews(context.host, definition, context.paths.sessions.ofStep(effect.key)),
		masked: [
			context.host.dataDirectory,
			// a program of the user's own may be a wrapper around one of the CLIs
			...(definition.id === "command" ? [] : harnessPaths(context.host)),
		],
		chdir: at,
	};
}
