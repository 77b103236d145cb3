import type { Manifest, ManifestEntry } from "../domain/manifest.ts";

/** One path that differs. Sizes and hashes are null where there is no file. */
export interface ManifestChange {
	/** latin1 bytes, as in the manifest */
	path: string;
	change: "add" | "update" | "delete";
	sizeBefore: number | null;
	sizeAfter: number | null;
	shaBefore: string | null;
	shaAfter: string | null;
}

/** What turns `before` (null: nothing) into `after`, sorted by path. Folders count, for they may be empty. */
export function diffManifests(before: Manifest | null, after: Manifest): ManifestChange[] {
	const old = new Map((before?.entries ?? []).map((entry) => [entry.path, entry]));
	const changes: ManifestChange[] = [];
	for (const entry of after.entries) {
		const was = old.get(entry.path);
		old.delete(entry.path);
		if (!was) changes.push(changeOf(entry.path, "add", undefined, entry));
		else if (!sameEntry(was, entry)) changes.push(changeOf(entry.path, "update", was, entry));
	}
	for (const entry of old.values()) changes.push(changeOf(entry.path, "delete", entry, undefined));
	return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function sameEntry(a: ManifestEntry, b: ManifestEntry): boolean {
	if (a.type === "file") {
		return b.type === "file" && a.sha256 === b.sha256 && (a.mode & 0o777) === (b.mode & 0o777);
	}
	if (a.type === "link") return b.type === "link" && a.target === b.target;
	return b.type === "directory";
}

function changeOf(
	path: string,
	change: ManifestChange["change"],
	before: ManifestEntry | undefined,
	after: ManifestEntry | undefined,
): ManifestChange {
	return {
		path,
		change,
		sizeBefore: before?.type === "file" ? before.size : null,
		sizeAfter: after?.type === "file" ? after.size : null,
		shaBefore: before?.type === "file" ? before.sha256 : null,
		shaAfter: after?.type === "file" ? after.sha256 : null,
	};
}
