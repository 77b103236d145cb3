import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { ManifestEntry } from "../domain/manifest.ts";
import type { Contents } from "../evidence/contents.ts";
import { type RedactionCounts, redactText } from "../evidence/redact.ts";
import { displayPath } from "../workspace/manifest-hash.ts";

/** A key stands in source and settings; what is larger is data, and reading all of it at each freeze would cost too much. */
const mostBytesOfFile = 256 * 1024;
const mostFiles = 5_000;

/** Files that hold what looks like a key, or a secret of the user's environment. Says where and of what kind, never which. */
export async function keysInFiles(contents: Contents, entries: readonly ManifestEntry[]): Promise<KeysFound> {
	const found: KeysFound["found"] = [];
	const files = entries.flatMap((entry) =>
		entry.type === "file" && entry.size > 0 && entry.size <= mostBytesOfFile ? [entry] : [],
	);
	let sinceYield = 0;
	for (const { path, sha256, size } of files.slice(0, mostFiles)) {
		const counts: RedactionCounts = {};
		redactText(contents.get(sha256).toString("latin1"), counts);
		const kinds = Object.keys(counts);
		if (kinds.length > 0) found.push({ path: displayPath(path), kinds });
		sinceYield += size;
		if (sinceYield < 2_000_000) continue;
		sinceYield = 0;
		await yieldToLoop();
	}
	return { found, looked: Math.min(files.length, mostFiles), of: files.length };
}

export interface KeysFound {
	found: { path: string; kinds: string[] }[];
	/** how many files were looked at, of how many that could hold a key */
	looked: number;
	of: number;
}

/** What a person should read of it; null: nothing was found. */
export function keysSentence({ found, looked, of }: KeysFound): string | null {
	const rest = looked < of ? ` Only ${looked} of ${of} new files were looked through for secrets.` : "";
	if (found.length === 0) return rest === "" ? null : rest.trim();
	const named = found.slice(0, 5).map(({ path, kinds }) => `${path} (${kinds.join(", ")})`);
	const more = found.length > 5 ? ` and ${found.length - 5} more` : "";
	return `This version holds what looks like a secret: ${named.join("; ")}${more}. It stays in the version and in every export of it; replace the key if it is real.${rest}`;
}
