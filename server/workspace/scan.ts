import { type BigIntStats, lstatSync } from "node:fs";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";
import { hashContent, hashFile } from "./hash-file.ts";
import { displayPath, sortEntries } from "./manifest-hash.ts";
import type { IgnorePolicy } from "./policy.ts";
import { readStable } from "./read-file.ts";
import type { CachedFile, StatCache } from "./stat-cache.ts";
import { type Found, unstable, walk } from "./walk.ts";

export interface ScanOptions {
	root: string;
	policy: IgnorePolicy;
	cache?: StatCache;
	/** bytes of a small file that was read just now */
	onBytes?: (file: { sha256: string; bytes: Buffer }) => void | Promise<void>;
	/** a large file: hashed, not held */
	onLarge?: (file: FileByPath) => void | Promise<void>;
	/** nobody can write there (any more): no git ids, and no second look for somebody who still writes */
	atRest?: boolean;
	/** a file that the cache knew, so that it wasn't read */
	onKnown?: (file: FileByPath) => void;
}

export interface FileByPath {
	sha256: string;
	absolute: Buffer;
	path: string;
}

export interface Scan {
	manifest: Manifest;
	/** git's blob id by sha256 */
	git: Map<string, string>;
	files: number;
	bytes: number;
	/** ignored paths that were there, folders without what is in them */
	leftOut: string[];
}

/**
 * Reads a whole tree into a manifest: no torn file, no link followed, nothing dropped in silence.
 * @throws DomainError("infrastructure") naming every device, socket and pipe, or an unstable or unreadable path
 */
export async function scanTree(o: ScanOptions): Promise<Scan> {
	const entries: ManifestEntry[] = [];
	const git = new Map<string, string>();
	const seen = new Set<string>();
	const leftOut: string[] = [];
	const refused: { path: string; kind: string }[] = [];
	const justRead: { path: string; absolute: Buffer; stat: BigIntStats }[] = [];
	let bytes = 0;
	const walked = walk({
		root: o.root,
		policy: o.policy,
		onIgnored: (path) => leftOut.push(displayPath(path)),
	});
	function takeOther(found: Exclude<Found, { type: "file" }>): void {
		const { path } = found;
		if (found.type === "special") refused.push({ path: displayPath(path), kind: found.kind });
		else if (found.type === "directory") entries.push({ type: "directory", path, mode: 0o755 });
		else entries.push({ type: "link", path, target: found.target });
	}

	async function read(path: string, absolute: Buffer): Promise<void> {
		const readAt = Date.now();
		const { value, stat } = await readStable(absolute, path, o.atRest ? hashContent : hashFile);
		if (value === null) throw unstable(path);
		if (value.bytes) await o.onBytes?.({ sha256: value.sha256, bytes: value.bytes });
		else await o.onLarge?.({ sha256: value.sha256, absolute, path });
		const file = { sha256: value.sha256, git: value.git };
		o.cache?.keep(path, stat, file, readAt);
		if (!o.atRest) justRead.push({ path, absolute, stat });
		keepFile(path, stat, file);
	}

	function keepFile(path: string, stat: BigIntStats, file: CachedFile): void {
		seen.add(path);
		git.set(file.sha256, file.git);
		const size = Number(stat.size);
		bytes += size;
		entries.push({ type: "file", path, mode: Number(stat.mode) & 0o777, size, sha256: file.sha256 });
	}

	for await (const folder of walked) {
		for (const found of folder) {
			if (found.type !== "file") {
				takeOther(found);
				continue;
			}
			const { path, absolute, stat } = found;
			const known = o.cache?.find(path, stat) ?? null;
			if (known === null) await read(path, absolute);
			else {
				o.onKnown?.({ sha256: known.sha256, absolute, path });
				keepFile(path, stat, known);
			}
		}
	}
	if (refused.length > 0) throw refusal(refused);
	await lookAgain(justRead);
	o.cache?.retain(seen);
	return {
		manifest: { entries: sortEntries(entries) },
		git,
		files: seen.size,
		bytes,
		leftOut: leftOut.sort(),
	};
}

/**
 * A file may have been read whole while its writer was only waiting for its turn. Whoever still writes somewhere in the
 * tree shows by the end of the walk, so everything that was read is looked at once more.
 */
async function lookAgain(
	files: readonly { path: string; absolute: Buffer; stat: BigIntStats }[],
): Promise<void> {
	let count = 0;
	for (const { path, absolute, stat } of files) {
		const now = lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
		if (
			now === undefined ||
			now.ino !== stat.ino ||
			now.size !== stat.size ||
			now.mtimeNs !== stat.mtimeNs ||
			now.ctimeNs !== stat.ctimeNs
		) {
			throw unstable(path);
		}
		count += 1;
		if (count % 2_000 === 0) await yieldToLoop();
	}
}

function refusal(refused: { path: string; kind: string }[]): DomainError {
	const named = refused.slice(0, 10).map(({ path, kind }) => `${path} (${kind})`);
	const more = refused.length > 10 ? ` and ${refused.length - 10} more` : "";
	return new DomainError(
		"infrastructure",
		`A candidate holds files, folders and links only. Delete or ignore: ${named.join(", ")}${more}.`,
		refused.map(({ path, kind }) => ({ where: path, what: `is ${kind}`, mend: "delete or ignore it" })),
	);
}
