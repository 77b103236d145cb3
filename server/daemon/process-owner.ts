import type { OwnedProcess, ProcessPart } from "../domain/process-view.ts";
import type { CensusEntry } from "../process/census.ts";
import { isAlive } from "../process/identity.ts";
import type { Store } from "../store/open.ts";
import { callOwner, candidateRun, examinationOwner, runOwner } from "../store/process-owners.ts";

export type Ownership = Pick<OwnedProcess, "part" | "run" | "call" | "candidateId" | "stray">;

const nobody: Ownership = { part: "other", run: null, call: null, candidateId: null, stray: false };

/**
 * Whose a marker is: `<run>/<call or child>`, `examination:<id>/…`, `open:<candidate>/…`. Null: of
 * another data directory, or no marker of ours at all. A process is stray when what it worked for is over.
 */
export function ownerOfMarker(
	store: Store,
	marker: string,
	visited: (candidateId: string) => boolean,
): Ownership | null {
	const [head = "", ...below] = marker.split("/");
	const child = below.at(-1);
	const [kind, id] = head.includes(":") ? (head.split(":") as [string, string]) : ["run", head];
	if (kind === "examination") {
		const examination = examinationOwner(store, id);
		if (!examination) return null;
		return {
			...nobody,
			part: "examination",
			run: nameOf(store, examination.runId),
			candidateId: examination.candidateId,
			stray: !examination.running,
		};
	}
	if (kind === "open") {
		const runId = candidateRun(store, id);
		if (runId === null) return null;
		return { ...nobody, part: "visit", run: nameOf(store, runId), candidateId: id, stray: !visited(id) };
	}
	const run = runOwner(store, id);
	if (!run) return null;
	const found = child === undefined ? null : callOwner(store, child);
	const works = run.runnerPid !== null && isAlive(run.runnerPid, run.runnerStart ?? "");
	return {
		...nobody,
		part: found === null ? "other" : "call",
		run: nameOf(store, id),
		call: found && { id: found.id, role: found.role, harness: found.harness, loop: found.loop },
		stray: !works || (found !== null && found.endedAt !== null),
	};
}

/** What a process is that was named, or that a named one started without a marker. */
export function ownerOfNamed(
	store: Store,
	entry: CensusEntry,
	runners: ReadonlyMap<number, string>,
): Ownership {
	const runId = runners.get(entry.root);
	if (runId !== undefined) {
		return { ...nobody, part: entry.pid === entry.root ? "runner" : "other", run: nameOf(store, runId) };
	}
	const part: ProcessPart = entry.pid === entry.root ? "daemon" : partOfCommand(entry.command);
	return { ...nobody, part };
}

/** The daemon's own children say by their bundle what they are. */
function partOfCommand(command: string): ProcessPart {
	if (/\bnext\.mjs\b|^next-server\b/.test(command)) return "pages";
	if (/\brunner\.mjs\b.* --open /.test(command)) return "visit";
	if (/\brunner\.mjs\b.* --examine /.test(command)) return "examination";
	return "other";
}

function nameOf(store: Store, runId: string): OwnedProcess["run"] {
	const run = runOwner(store, runId);
	return run && { id: run.id, name: run.name, status: run.status };
}
