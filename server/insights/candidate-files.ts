import { DomainError } from "../domain/errors.ts";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";
import { markHidden } from "../domain/plain-text.ts";
import type { FileEntry, FileView } from "../domain/views.ts";
import { candidateRow } from "./candidate-view.ts";
import { changedPathsColumn, column } from "./columns.ts";
import { contentRef } from "./content-ref.ts";
import { mimeOf } from "./mime-type.ts";
import { shownPath } from "./shown-path.ts";
import type { Sources } from "./sources.ts";

/** Text beyond this isn't shown, only offered. */
export const textLimitBytes = 1024 * 1024;

/** All entries of a candidate with what changed against its parent; deleted ones are listed too. */
export async function listFiles(sources: Sources, candidateId: string): Promise<FileEntry[]> {
	const row = await candidateRow(sources.reads, candidateId);
	const manifest = sources.manifest(row.run.projectId, row.manifestSha256);
	const changes = column(changedPathsColumn, row.changedPaths, "Candidate.changedPaths");
	const byPath = new Map(changes.map((change) => [change.path, change.change]));
	const present = manifest.entries.map((entry) => fileEntry(entry, byPath));
	const gone = changes.filter((change) => change.change === "delete");
	return [...present, ...gone.map((change) => deletedEntry(shownPath(change.path)))];
}

function fileEntry(
	entry: ManifestEntry,
	changes: ReadonlyMap<string, "add" | "update" | "delete">,
): FileEntry {
	return {
		path: shownPath(entry.path),
		type: entry.type,
		size: entry.type === "file" ? entry.size : null,
		sha256: entry.type === "file" ? entry.sha256 : null,
		mode: entry.type === "link" ? null : entry.mode,
		target: entry.type === "link" ? shownPath(entry.target) : null,
		change: changes.get(entry.path) ?? null,
	};
}

function deletedEntry(path: string): FileEntry {
	return { path, type: "file", size: null, sha256: null, mode: null, target: null, change: "delete" };
}

/** The entry of a path as people write it. */
export function entryAt(manifest: Manifest | null, path: string): ManifestEntry | null {
	return manifest?.entries.find((entry) => shownPath(entry.path) === path) ?? null;
}

/** A file's text, or why it isn't shown. @throws DomainError `not_found` */
export async function readFile(sources: Sources, candidateId: string, path: string): Promise<FileView> {
	const row = await candidateRow(sources.reads, candidateId);
	const { projectId } = row.run;
	const entry = entryAt(sources.manifest(projectId, row.manifestSha256), path);
	if (!entry) throw new DomainError("not_found", `The candidate has no file "${path}".`);
	if (entry.type === "directory") return { path, text: null, reason: "a folder", content: null };
	if (entry.type === "link") {
		return { path, text: null, reason: `a link to ${shownPath(entry.target)}`, content: null };
	}
	const content = contentRef(sources, projectId, entry.sha256, mimeOf(path));
	const { text, reason } = textOf(sources, projectId, entry);
	return { path, text, reason, content };
}

/** Text of a file entry, with what hides in it written in words; `reason` says in words why there is none. */
export function textOf(
	sources: Sources,
	projectId: string,
	entry: Extract<ManifestEntry, { type: "file" }>,
): { text: string; reason: null } | { text: null; reason: string } {
	if (entry.size > textLimitBytes) return { text: null, reason: "too large to show (over 1 MiB)" };
	const contents = sources.contents(projectId);
	if (!contents.has(entry.sha256)) return { text: null, reason: "its bytes were removed" };
	const bytes = contents.get(entry.sha256);
	if (bytes.subarray(0, 8000).includes(0)) return { text: null, reason: "not text" };
	return { text: markHidden(bytes.toString("utf8")), reason: null };
}
