import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";
import { gitBlobId } from "./git-tree.ts";
import { displayPath, sortEntries } from "./manifest-hash.ts";
import type { IgnorePolicy } from "./policy.ts";
import { readExactly, readStable } from "./read-file.ts";
import type { StatCache } from "./stat-cache.ts";
import { unstable, walk } from "./walk.ts";

/** Files up to this size are read at once; larger ones are hashed in pieces. */
export const wholeFileBytes = 1024 * 1024;

export interface ScanOptions {
	root: string;
	policy: IgnorePolicy;
	cache?: StatCache;
	/** bytes of a small file that was read just now */
	onBytes?: (file: { sha256: string; bytes: Buffer }) => void | Promise<void>;
	/** a large file, or one that the cache knew */
	onUnread?: (file: { sha256: string; absolute: Buffer; path: string }) => void | Promise<void>;
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
	let bytes = 0;
	const walked = walk({
		root: o.root,
		policy: o.policy,
		onIgnored: (path) => leftOut.push(displayPath(path)),
	});
	for await (const found of walked) {
		const { path } = found;
		if (found.type === "special") refused.push({ path: displayPath(path), kind: found.kind });
		else if (found.type === "directory") entries.push({ type: "directory", path, mode: 0o755 });
		else if (found.type === "link") entries.push({ type: "link", path, target: found.target });
		else {
			seen.add(path);
			const known = o.cache?.find(path, found.stat) ?? null;
			let { stat } = found;
			let file = known;
			if (file) await o.onUnread?.({ sha256: file.sha256, absolute: found.absolute, path });
			else {
				const readAt = Date.now();
				const read = await readStable(found.absolute, path, (descriptor, size) => hashFile(descriptor, size));
				if (read.value === null) throw unstable(path);
				stat = read.stat;
				file = { sha256: read.value.sha256, git: read.value.git };
				if (read.value.bytes) await o.onBytes?.({ sha256: file.sha256, bytes: read.value.bytes });
				else await o.onUnread?.({ sha256: file.sha256, absolute: found.absolute, path });
				o.cache?.keep(path, stat, file, readAt);
			}
			git.set(file.sha256, file.git);
			bytes += Number(stat.size);
			entries.push({
				type: "file",
				path,
				mode: Number(stat.mode) & 0o777,
				size: Number(stat.size),
				sha256: file.sha256,
			});
		}
	}
	if (refused.length > 0) throw refusal(refused);
	o.cache?.retain(seen);
	return {
		manifest: { entries: sortEntries(entries) },
		git,
		files: seen.size,
		bytes,
		leftOut: leftOut.sort(),
	};
}

interface HashedFile {
	sha256: string;
	git: string;
	/** null: larger than `wholeFileBytes` */
	bytes: Buffer | null;
}

function hashFile(descriptor: number, size: number): HashedFile | null | Promise<HashedFile | null> {
	if (size > wholeFileBytes) return hashLarge(descriptor, size);
	const bytes = readExactly(descriptor, size);
	// shorter than a moment ago: `readStable` sees that too and reads again; a stable file never comes here
	if (bytes === null) return null;
	return { sha256: createHash("sha256").update(bytes).digest("hex"), git: gitBlobId(bytes), bytes };
}

async function hashLarge(descriptor: number, size: number): Promise<HashedFile | null> {
	const sha256 = createHash("sha256");
	const sha1 = createHash("sha1").update(`blob ${size}\0`);
	const buffer = Buffer.allocUnsafe(wholeFileBytes);
	for (let position = 0; position < size; ) {
		const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, size - position), position);
		if (count === 0) return null;
		sha256.update(buffer.subarray(0, count));
		sha1.update(buffer.subarray(0, count));
		position += count;
		if (position % (8 * wholeFileBytes) === 0) await yieldToLoop();
	}
	return { sha256: sha256.digest("hex"), git: sha1.digest("hex"), bytes: null };
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
