import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunContext } from "./run-context.ts";

/** Paths of the workspace for a prompt, breadth first, at most `limit`; what the policy ignores is left out. */
export async function listFiles(context: RunContext, limit: number): Promise<string[]> {
	const found: string[] = [];
	const folders = [""];
	while (folders.length > 0 && found.length < limit) {
		const folder = folders.shift() as string;
		const entries = await readdir(join(context.paths.workspace, folder), { withFileTypes: true }).catch(
			() => [],
		);
		for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
			const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
			if (context.policy.ignores(path, entry.isDirectory())) continue;
			if (entry.isDirectory()) folders.push(path);
			else found.push(path);
			if (found.length >= limit) break;
		}
	}
	return found;
}
