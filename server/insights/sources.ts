import type { Manifest } from "../domain/manifest.ts";
import type { Store } from "../store/open.ts";
import type { openReads } from "../store/prisma.ts";

/** Typed reads of the main database. */
export type Reads = ReturnType<typeof openReads>;

/** Reading side of a project's contents; bytes are handed out whole, so callers ask `size` first. */
export interface ContentsReader {
	has(sha256: string): boolean;
	/** bytes, or null where nothing of that name is stored */
	size(sha256: string): number | null;
	/** throws `DomainError` where the content is missing or damaged */
	get(sha256: string): Buffer;
}

/** Makes addresses that this machine's browser may open without a header. */
export interface Signer {
	/** the path, with its signature as the last query parameter */
	signPath(path: string): string;
	/** `http://localhost:<port>` of the second site; null while it has none (CLI, tests) */
	artifactOrigin: string | null;
}

/** What read models read from. Nothing here writes. */
export interface Sources {
	store: Store;
	reads: Reads;
	signer: Signer;
	contents(projectId: string): ContentsReader;
	/** the canonical manifest of a candidate */
	manifest(projectId: string, manifestSha256: string): Manifest;
	/** candidates that are served right now, by candidate id */
	openCandidates(): ReadonlyMap<string, { url: string; since: number }>;
}
