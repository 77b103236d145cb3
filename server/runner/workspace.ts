import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DomainError } from "../domain/errors.ts";
import type { Manifest } from "../domain/manifest.ts";
import { latestCandidate } from "../store/candidate-rows.ts";
import { decodeManifest } from "../workspace/manifest-hash.ts";
import { materialize } from "../workspace/materialize.ts";
import type { RunContext } from "./run-context.ts";

/** The manifest of a tree that this run knows. Manifests are contents, named by the tree hash itself. */
export function manifestOf(context: RunContext, tree: string): Manifest {
	return decodeManifest(context.contents.get(tree));
}

/** Lays a tree into a folder so that it is either wholly there or not at all. */
export async function layTree(context: RunContext, tree: string, directory: string): Promise<void> {
	const partial = `${directory}.partial`;
	await rm(partial, { recursive: true, force: true });
	await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
	await materialize({ manifest: manifestOf(context, tree), contents: context.contents, directory: partial });
	await rm(directory, { recursive: true, force: true });
	await rename(partial, directory);
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
	if (existsSync(context.paths.workspace)) return;
	await layTree(context, baseTree(context, loop).tree, context.paths.workspace);
}

/** Throws away what an interrupted Developer left and lays the base anew. */
export async function resetWorkspace(context: RunContext, tree: string): Promise<void> {
	await layTree(context, tree, context.paths.workspace);
}

/** The materialised candidate, the read-only lower layer of every copy. Laid once per tree. */
export async function candidateDirectory(context: RunContext, tree: string): Promise<string> {
	const directory = context.paths.candidate(tree);
	if (!existsSync(directory)) await layTree(context, tree, directory);
	return directory;
}

/** A candidate's files must be what was frozen; a difference is a fault of the disk or an attack. */
export function refuseDamaged(expected: string, actual: string): void {
	if (expected === actual) return;
	throw new DomainError(
		"infrastructure",
		`The copy of candidate ${expected.slice(0, 12)} on disk hashes to ${actual.slice(0, 12)}: it was changed outside of the run. It is laid anew at the next try.`,
	);
}
