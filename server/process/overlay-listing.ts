import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DomainError } from "../domain/errors.ts";
import { overlayShell } from "./bubblewrap.ts";
import { runCommand } from "./run-command.ts";

// folders come by stdin, for argv can't carry bytes that aren't UTF-8
const script = `exec xargs -0 -r sh -c 'for folder do
	printf "%s\\0\\0" "$folder"
	(cd "./$folder" && find . -mindepth 1 -maxdepth 1 -print0)
	printf "\\0"
done' sh`;

/**
 * What folders show when the overlay is mounted again (privately, seen by nobody else): the names in each. Paths and
 * names are latin1, one character per byte.
 */
export async function listMerged(
	overlay: { lower: string[]; upper: string; work: string; merged: string },
	folders: string[],
	marker: string,
): Promise<Map<string, Set<string>>> {
	const room = join(dirname(overlay.merged), "listing");
	await mkdir(room, { recursive: true, mode: 0o700 });
	try {
		const result = await runCommand({
			argv: overlayShell(overlay, script),
			cwd: "/",
			environment: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" },
			stdin: Buffer.from(folders.map((folder) => `${folder}\0`).join(""), "latin1"),
			stdoutPath: join(room, "stdout"),
			stderrPath: join(room, "stderr"),
			marker,
			timeoutMs: 60_000,
			keepBytes: 256 * 1024 * 1024,
		});
		if (result.code !== 0) {
			throw new DomainError(
				"infrastructure",
				`What the tester changed can't be looked at: ${result.stderrTail.trim() || `exit ${result.code}`}.`,
			);
		}
		return readListing(await readFile(join(room, "stdout"), "latin1"));
	} finally {
		await rm(room, { recursive: true, force: true });
	}
}

/** `folder NUL NUL ./name NUL ./name NUL NUL`, repeated. */
function readListing(text: string): Map<string, Set<string>> {
	const listed = new Map<string, Set<string>>();
	const parts = text.split("\0");
	for (let at = 0; at < parts.length - 1; at++) {
		const names = new Set<string>();
		listed.set(parts[at] as string, names);
		for (at += 2; at < parts.length && parts[at] !== ""; at++) names.add((parts[at] as string).slice(2));
	}
	return listed;
}
