import { structuredPatch } from "diff";
import { DomainError } from "../domain/errors.ts";
import type { ManifestEntry } from "../domain/manifest.ts";
import type { FileDiff } from "../domain/views.ts";
import { entryAt, textOf } from "./candidate-files.ts";
import { candidateRow } from "./candidate-view.ts";
import { shownPath } from "./shown-path.ts";
import type { Sources } from "./sources.ts";

/** A diff that takes longer is a rewrite; nobody reads it line by line. */
const diffLimitMs = 2000;

/** One file against the parent's version of it (against nothing in a first version). @throws DomainError `not_found` */
export async function readFileDiff(sources: Sources, candidateId: string, path: string): Promise<FileDiff> {
	const row = await candidateRow(sources.reads, candidateId);
	const { projectId } = row.run;
	const parent = row.parentId ? await candidateRow(sources.reads, row.parentId) : null;
	const after = entryAt(sources.manifest(projectId, row.manifestSha256), path);
	const before = entryAt(parent && sources.manifest(projectId, parent.manifestSha256), path);
	if (!after && !before) throw new DomainError("not_found", `Neither version has a file "${path}".`);
	const [old, now] = [side(sources, projectId, before), side(sources, projectId, after)];
	if (old.text === null || now.text === null) return { path, hunks: [], reason: old.reason ?? now.reason };
	if (old.text === now.text) return { path, hunks: [], reason: "unchanged" };
	return diffOf(path, old.text, now.text);
}

function side(sources: Sources, projectId: string, entry: ManifestEntry | null) {
	if (entry === null) return { text: "", reason: null };
	if (entry.type === "file") return textOf(sources, projectId, entry);
	if (entry.type === "link") return { text: `${shownPath(entry.target)}\n`, reason: null };
	return { text: null, reason: "a folder" };
}

/** Hunks with line numbers of both sides. */
export function diffOf(path: string, before: string, after: string): FileDiff {
	const patch = structuredPatch(path, path, before, after, "", "", { context: 3, timeout: diffLimitMs });
	if (!patch) return { path, hunks: [], reason: "too many changes to show line by line" };
	const hunks = patch.hunks.map((hunk) => {
		let [oldLine, newLine] = [hunk.oldStart, hunk.newStart];
		const lines = hunk.lines
			.filter((line) => !line.startsWith("\\"))
			.map((line) => {
				const text = line.slice(1);
				if (line.startsWith("+")) return { kind: "add" as const, before: null, after: newLine++, text };
				if (line.startsWith("-")) return { kind: "delete" as const, before: oldLine++, after: null, text };
				return { kind: "same" as const, before: oldLine++, after: newLine++, text };
			});
		const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
		return { header, lines };
	});
	return { path, hunks, reason: null };
}
