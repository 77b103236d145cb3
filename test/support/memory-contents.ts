import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import type { ContentsReader, ContentsWriter } from "../../server/evidence/contents.ts";

/** Contents in memory, for tests of the workspace alone. `reads` counts the files that were stored by path. */
export function memoryContents(): ContentsReader & ContentsWriter & { stored: Map<string, Buffer> } {
	const stored = new Map<string, Buffer>();
	const get = (sha256: string) => {
		const bytes = stored.get(sha256);
		if (!bytes) throw new Error(`no ${sha256}`);
		return bytes;
	};
	return {
		stored,
		missing: (sha256s) => [...sha256s].filter((sha256) => !stored.has(sha256)),
		get,
		size: (sha256) => stored.get(sha256)?.length ?? null,
		stream: (sha256) => Readable.from([get(sha256)], { objectMode: false }),
		async putMany(items) {
			for (const { sha256, bytes } of items) stored.set(sha256, Buffer.from(bytes));
		},
		async putFile(path) {
			const bytes = readFileSync(path);
			const sha256 = createHash("sha256").update(bytes).digest("hex");
			stored.set(sha256, bytes);
			return { sha256, size: bytes.length };
		},
	};
}
