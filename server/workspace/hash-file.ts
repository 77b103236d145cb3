import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { gitBlobId } from "./git-tree.ts";
import { readExactly } from "./read-file.ts";

/** Files up to this size are read at once; larger ones are hashed in pieces. */
const wholeFileBytes = 1024 * 1024;

export interface HashedFile {
	sha256: string;
	git: string;
	/** null: larger than `wholeFileBytes` */
	bytes: Buffer | null;
}

/** Both hashes of an open file's `size` bytes; null if it has become shorter. */
export function hashFile(descriptor: number, size: number): HashedFile | null | Promise<HashedFile | null> {
	if (size > wholeFileBytes) return hashLarge(descriptor, size);
	const bytes = readExactly(descriptor, size);
	// shorter than a moment ago: `readStable` sees that too and reads again; a stable file never comes here
	if (bytes === null) return null;
	return { sha256: createHash("sha256").update(bytes).digest("hex"), git: gitBlobId(bytes), bytes };
}

/** The content's hash alone, for a comparison: git's id stays empty. */
export function hashContent(
	descriptor: number,
	size: number,
): HashedFile | null | Promise<HashedFile | null> {
	if (size > wholeFileBytes) return hashLarge(descriptor, size);
	const bytes = readExactly(descriptor, size);
	if (bytes === null) return null;
	return { sha256: createHash("sha256").update(bytes).digest("hex"), git: "", bytes: null };
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
