import { lstatSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Manifest } from "../domain/manifest.ts";
import { faultPoint } from "../fault-point.ts";
import { removeTree } from "../process/remove-tree.ts";
import { latestCandidate } from "../store/candidate-rows.ts";
import { decodeManifest } from "../workspace/manifest-hash.ts";
import { materialize, rematerialize } from "../workspace/materialize.ts";
import type { RunContext } from "./run-context.ts";

/** A loop asks for the same two or three trees again and again, and reading one of many files takes a while. */
const readManifests = new WeakMap<RunContext["contents"], Map<string, Manifest>>();
const keptManifests = 3;

/** The manifest of a tree that this run knows; not to be changed. Manifests are contents, named by the tree hash itself. */
export function manifestOf({ contents }: RunContext, tree: string): Manifest {
	const read = readManifests.get(contents) ?? new Map<string, Manifest>();
	readManifests.set(contents, read);
	const manifest = read.get(tree) ?? decodeManifest(contents.get(tree));
	read.delete(tree);
	read.set(tree, manifest);
	for (const old of read.keys()) if (read.size > keptManifests) read.delete(old);
	return manifest;
}

/** Lays a tree into a folder so that it is either wholly there or not at all. */
export async function layTree(context: RunContext, tree: string, directory: string): Promise<void> {
	const partial = `${directory}.partial`;
	await removeTree(partial);
	await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
	await materialize({ manifest: manifestOf(context, tree), contents: context.contents, directory: partial });
	faultPoint("workspace.partial");
	await removeTree(directory);
	faultPoint("workspace.removed");
	await rename(partial, directory);
	faultPoint("workspace.laid");
}

/** Where a loop's Developer starts: A_{t−1}, or A_0. */
export function baseTree(context: RunContext, loop: number): { tree: string; candidateId: string | null } {
	const seed = { tree: context.config.seedTree, candidateId: null };
	if (!context.config.options.warmStart) return seed;
	const previous = latestCandidate(context.store, context.runId, loop);
	return previous ? { tree: previous.tree, candidateId: previous.id } : seed;
}

/** The live workspace exists; at a run's first step (or after its files were lost) it is laid from the base. */
export async function ensureWorkspace(context: RunContext, loop: number): Promise<void> {
	const { workspace } = context.paths;
	const { tree } = baseTree(context, loop);
	// one that was lost comes back as an empty folder: copies are mounted there
	const there = isFolder(workspace) && readdirSync(workspace).length > 0;
	if (there || (isFolder(workspace) && manifestOf(context, tree).entries.length === 0)) return;
	await layTree(context, tree, workspace);
}

/** A link that stands where the workspace was leads to somebody else's files: it counts as nothing. */
export function isFolder(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Throws away what an interrupted Developer left and lays the base anew. */
export async function resetWorkspace(context: RunContext, tree: string): Promise<void> {
	await layTree(context, tree, context.paths.workspace);
}

/**
 * The materialised candidate, the read-only lower layer of every copy. One folder is turned from candidate to candidate
 * at the cost of what differs; a change that was cut off is laid anew.
 */
export async function candidateDirectory(context: RunContext, tree: string): Promise<string> {
	const { candidate, candidateMark } = context.paths;
	const held = await readFile(candidateMark, "utf8").catch(() => null);
	if (held === tree) return candidate;
	await rm(candidateMark, { force: true });
	faultPoint("candidate.unmarked");
	if (held === null) {
		await layTree(context, tree, candidate);
	} else {
		await rematerialize({
			before: manifestOf(context, held),
			manifest: manifestOf(context, tree),
			contents: context.contents,
			directory: candidate,
		});
	}
	faultPoint("candidate.laid");
	await writeFile(candidateMark, tree, { mode: 0o600 });
	faultPoint("candidate.marked");
	return candidate;
}

/** Throws the folder of the candidate away, so that it is laid anew at the next use. */
export async function dropCandidateDirectory(context: RunContext): Promise<void> {
	await rm(context.paths.candidateMark, { force: true });
	await removeTree(context.paths.candidate);
}
