import type { Manifest } from "../domain/manifest.ts";
import type { ContentKind } from "../domain/upkeep-views.ts";
import { type ContentReference, contentReferences } from "../store/content-references.ts";
import type { Store } from "../store/open.ts";
import type { RemovalKind } from "../store/removals.ts";
import { decodeManifest } from "../workspace/manifest-hash.ts";

/** A mention of a content together with why it may go; `gone` null = it has to stay. */
export interface Mention extends ContentReference {
	gone: RemovalKind | null;
	/** path in the tree, for a file of one */
	path: string | null;
}

const evidenceKinds: readonly ContentKind[] = ["check", "record", "screenshot"];

/**
 * Every mention of a content in a project: those of rows, and the files of every tree that is kept. `removed` says of
 * `kind:targetId` whether gc has let it go (or would). A tree whose manifest can't be read is passed to `unreadable`.
 */
export function* mentions(
	store: Store,
	projectId: string,
	read: (sha256: string) => Buffer,
	removed: (key: string) => boolean,
	unreadable: (reference: ContentReference, error: Error) => void,
): Generator<Mention> {
	for (const reference of contentReferences(store, projectId)) {
		yield { ...reference, path: null, gone: goneBy(reference, removed) };
		if (!reference.tree) continue;
		const gone =
			reference.candidateId !== null && removed(`version:${reference.candidateId}`) ? "version" : null;
		let manifest: Manifest;
		try {
			manifest = decodeManifest(read(reference.sha256));
		} catch (error) {
			unreadable(reference, error as Error);
			continue;
		}
		for (const entry of manifest.entries) {
			if (entry.type !== "file") continue;
			const { sha256, path } = entry;
			yield { ...reference, sha256, path, kind: "artifact", what: "a file", tree: false, gone };
		}
	}
}

function goneBy(reference: ContentReference, removed: (key: string) => boolean): RemovalKind | null {
	const { kind, candidateId, invocationId } = reference;
	if (kind === "transcript") return removed(`transcript:${invocationId}`) ? "transcript" : null;
	if (!evidenceKinds.includes(kind) || reference.cited) return null;
	return removed(`evidence:${candidateId}`) ? "evidence" : null;
}
