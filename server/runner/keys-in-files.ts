import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { ManifestEntry } from "../domain/manifest.ts";
import type { Contents } from "../evidence/contents.ts";
import { type RedactionCounts, redactText } from "../evidence/redact.ts";
import { displayPath } from "../workspace/manifest-hash.ts";

/** A key stands in source and settings; what is larger is data, and reading all of it at each freeze would cost too much. */
const mostBytesOfFile = 256 * 1024;
const mostFiles = 5_000;

/** Files that hold what looks like a key, or a secret of the user's environment. Says where and of what kind, never which. */
export async function keysInFiles(
	contents: Contents,
	entries: readonly ManifestEntry[],
): Promise<{ path: string; kinds: string[] }[]> {
	const found: { path: string; kinds: string[] }[] = [];
	const files = entries.flatMap((entry) =>
		entry.type === "file" && entry.size > 0 && entry.size <= mostBytesOfFile ? [entry] : [],
	);
	for (const [index, { path, sha256 }] of files.slice(0, mostFiles).entries()) {
		const counts: RedactionCounts = {};
		redactText(contents.get(sha256).toString("latin1"), counts);
		const kinds = Object.keys(counts);
		if (kinds.length > 0) found.push({ path: displayPath(path), kinds });
		if (index % 200 === 199) await yieldToLoop();
	}
	return found;
}

/** What a person should read of it; null: nothing was found. */
export function keysSentence(found: readonly { path: string; kinds: string[] }[]): string | null {
	if (found.length === 0) return null;
	const named = found.slice(0, 5).map(({ path, kinds }) => `${path} (${kinds.join(", ")})`);
	const more = found.length > 5 ? ` and ${found.length - 5} more` : "";
	return `This version holds what looks like a secret: ${named.join("; ")}${more}. It stays in the version and in every export of it; replace the key if it is real.`;
}
