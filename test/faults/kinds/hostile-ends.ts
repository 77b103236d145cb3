import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunView } from "../../../server/domain/run-view.ts";
import { openContents } from "../../../server/evidence/contents.ts";
import { contentsFile } from "../../../server/evidence/contents-file.ts";
import { readRun } from "../../../server/store/run-rows.ts";
import { decodeManifest } from "../../../server/workspace/manifest-hash.ts";
import type { Room } from "../room.ts";

/*
 * What must be so at the end of a run whose CLI did something hostile: each gives a sentence if it isn't, else null.
 */

export const ended = (view: RunView) =>
	view.status === "ended" && view.endCause !== null ? null : `the run is ${view.status} (${view.detail})`;
export const frozen = (view: RunView) =>
	ended(view) ?? (view.rows[0]?.candidate ? null : "there is no candidate");

export function texts(room: Room, runId: string, kind: string): string {
	const rows = room.world.store.db
		.prepare("SELECT data FROM Event WHERE runId = ? AND kind = ?")
		.all(runId, kind);
	return (rows as { data: string }[]).map((row) => row.data).join("\n");
}

/** The run ended, its log names the reason, and no version was made of it. */
export const refusedBecause = (words: RegExp) => (view: RunView, room: Room, runId: string) => {
	if (ended(view)) return ended(view);
	if (view.rows[0]?.candidate) return "a version was made of it";
	return words.test(texts(room, runId, "notice")) ? null : `no notice says why (${words})`;
};

/** Files of a repository in the workspace are the product's as any other, and not a link to a commit. */
export function nestedKept(view: RunView, room: Room, runId: string): string | null {
	const candidate = view.rows[0]?.candidate;
	if (!candidate) return frozen(view);
	const { projectId } = readRun(room.world.store, runId);
	const contents = openContents(contentsFile(room.world.config, projectId), { readonly: true });
	try {
		const files = new Map(
			decodeManifest(contents.get(candidate.tree)).entries.flatMap((entry) =>
				entry.type === "file" ? [[entry.path, contents.get(entry.sha256).toString("utf8")]] : [],
			),
		);
		const lacking = [
			["born/kept", "2\n"],
			["born/new", "new\n"],
			["unborn/file", "x\n"],
		].find(([path, text]) => files.get(path as string) !== text);
		return lacking ? `${lacking[0]} isn't in the version as it was` : null;
	} finally {
		contents.close();
	}
}

export function neverRan(view: RunView, room: Room): string | null {
	return frozen(view) ?? (existsSync(join(room.world.root, "planted")) ? "the planted program ran" : null);
}

export function nothingWritten(view: RunView, room: Room): string | null {
	const there = existsSync(join(room.world.config.dataDirectory, "own"));
	return frozen(view) ?? (there ? "it wrote into the data directory" : null);
}

export function notLeaked(view: RunView, room: Room, runId: string): string | null {
	return frozen(view) ?? (leaked(room, runId) ? "what a link leads to was taken for the answer" : null);
}

export function crashed(view: RunView, room: Room, runId: string): string | null {
	if (ended(view)) return ended(view);
	const call = room.world.store.db
		.prepare("SELECT outcome, message FROM Invocation WHERE runId = ?")
		.get(runId) as { outcome: string; message: string | null };
	if (call.outcome === "completed" || !call.message) return `the call says ${JSON.stringify(call)}`;
	return texts(room, runId, "notice").includes(call.message) ? null : "no notice says that the CLI crashed";
}

function leaked(room: Room, runId: string): boolean {
	const rows = room.world.store.db.prepare("SELECT result FROM Invocation WHERE runId = ?").all(runId);
	return (rows as { result: string | null }[]).some((row) => row.result?.includes("root:") === true);
}
