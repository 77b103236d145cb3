import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { contentsAddedSince } from "../store/budget-events.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Bytes that a run has on disk: its folder (live workspace, calls, copies) as stored, and the contents that its project
 * got since the run began. Runs of one project at the same time count each other's contents: too much, never too little.
 */
export async function measureDisk(context: RunContext): Promise<number> {
	return (
		(await bytesBelow(context.paths.root)) +
		contentsAddedSince(context.store, context.projectId, context.runId)
	);
}

async function bytesBelow(directory: string): Promise<number> {
	let sum = 0;
	const folder = await opendir(directory).catch(() => null);
	if (folder === null) return 0;
	for await (const entry of folder) {
		const path = join(directory, entry.name);
		if (entry.isDirectory()) sum += await bytesBelow(path);
		else sum += (await lstat(path).catch(() => null))?.size ?? 0;
	}
	return sum;
}
