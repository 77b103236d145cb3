import { createHash } from "node:crypto";
import type { Manifest } from "../domain/manifest.ts";
import type { ContentsWriter, HashedBytes } from "../evidence/contents.ts";
import { faultPoint } from "../fault-point.ts";
import { gitTreeOf } from "./git-tree.ts";
import { encodeManifest } from "./manifest-hash.ts";
import type { IgnorePolicy } from "./policy.ts";
import { type FileByPath, scanTree } from "./scan.ts";
import type { StatCache } from "./stat-cache.ts";
import { unstable } from "./walk.ts";

export interface FreezeOptions {
	root: string;
	policy: IgnorePolicy;
	contents: ContentsWriter;
	/** keep one for each workspace, so that the next freeze reads only what changed */
	cache?: StatCache;
}

export interface Frozen {
	/** identity: sha256 of the manifest's canonical bytes */
	tree: string;
	/** what `git write-tree` would say */
	gitTree: string;
	manifest: Manifest;
	files: number;
	bytes: number;
	/** what the policy kept out and was there */
	leftOut: string[];
	/** the manifest's own bytes are a content too; equal to `tree` */
	manifestSha256: string;
}

const batchBytes = 8 * 1024 * 1024;
const batchFiles = 1024;

/**
 * Turns a folder into a version that can't change: every content and the manifest are durable before this returns.
 * Nothing may write in `root` meanwhile: end the Developer's whole process tree first.
 * @throws DomainError("infrastructure") naming what can't be frozen (see `scanTree`)
 */
export async function freeze(o: FreezeOptions): Promise<Frozen> {
	let batch: HashedBytes[] = [];
	let held = 0;
	async function flush(): Promise<void> {
		const items = batch;
		batch = [];
		held = 0;
		if (items.length === 0) return;
		await o.contents.putMany(items);
		faultPoint("freeze.batch");
	}
	async function putFile(file: FileByPath): Promise<void> {
		const stored = await o.contents.putFile(file.absolute);
		if (stored.sha256 !== file.sha256) throw unstable(file.path);
	}
	const known = new Map<string, FileByPath>();
	const scan = await scanTree({
		root: o.root,
		policy: o.policy,
		cache: o.cache,
		onBytes(file) {
			batch.push(file);
			held += file.bytes.length;
			return held >= batchBytes || batch.length >= batchFiles ? flush() : undefined;
		},
		onLarge: putFile,
		onKnown(file) {
			known.set(file.sha256, file);
		},
	});
	// the cache says what a file holds, not that it is stored
	for (const sha256 of o.contents.missing(known.keys())) await putFile(known.get(sha256) as FileByPath);
	const bytes = encodeManifest(scan.manifest);
	const tree = createHash("sha256").update(bytes).digest("hex");
	faultPoint("freeze.contents");
	batch.push({ sha256: tree, bytes });
	await flush();
	faultPoint("freeze.manifest");
	return {
		tree,
		gitTree: gitTreeOf(scan.manifest, (sha256) => scan.git.get(sha256) as string),
		manifest: scan.manifest,
		files: scan.files,
		bytes: scan.bytes,
		leftOut: scan.leftOut,
		manifestSha256: tree,
	};
}
