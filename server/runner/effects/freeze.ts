import type { Effect } from "../../domain/protocol.ts";
import { endMarked } from "../../process/sweep.ts";
import { nameBlob } from "../../store/blob-rows.ts";
import { insertCandidate, latestCandidate } from "../../store/candidate-rows.ts";
import { appendRunEvent } from "../../store/events.ts";
import { diffManifests } from "../../workspace/diff.ts";
import { freeze } from "../../workspace/freeze.ts";
import { displayPath } from "../../workspace/manifest-hash.ts";
import type { Executed } from "../executed.ts";
import type { RunContext } from "../run-context.ts";
import { stageClock } from "../stage-clock.ts";
import { baseTree, ensureWorkspace, manifestOf } from "../workspace.ts";

/** Freezes the workspace to a candidate. Contents are durable before the row that names them (design §6). */
export async function executeFreeze(
	context: RunContext,
	effect: Extract<Effect, { kind: "freeze" }>,
): Promise<Executed> {
	const { store, runId, projectId } = context;
	const { loop } = effect;
	const clock = stageClock(context, loop, "freeze");
	await ensureWorkspace(context, loop);
	// nothing of this run may still write: whoever escaped its process group carries the run's marker
	await endMarked(context.marker);
	const base = baseTree(context, loop);
	const frozen = await freeze({
		root: context.paths.workspace,
		policy: context.policy,
		contents: context.contents,
		cache: context.statCache,
	});
	if (frozen.tree === base.tree) {
		return {
			outcome: { kind: "freeze", key: effect.key, candidate: null },
			write() {
				clock.end(true, "unchanged");
				appendRunEvent(store, runId, { kind: "candidate.unchanged", loop });
			},
		};
	}
	const before = manifestOf(context, base.tree);
	const folders = new Set(
		[...before.entries, ...frozen.manifest.entries].flatMap((entry) =>
			entry.type === "directory" ? [entry.path] : [],
		),
	);
	const changed = diffManifests(before, frozen.manifest).filter((change) => !folders.has(change.path));
	return {
		outcome: { kind: "freeze", key: effect.key, candidate: { tree: frozen.tree } },
		write() {
			clock.end(true, frozen.tree.slice(0, 12));
			nameBlob(store, projectId, frozen.manifestSha256, 0, "application/vnd.fuseline.manifest");
			const parent = latestCandidate(store, runId, loop);
			const candidateId = insertCandidate(store, {
				runId,
				loop,
				tree: frozen.tree,
				gitTree: frozen.gitTree,
				manifestSha256: frozen.manifestSha256,
				parentId: base.candidateId ?? parent?.id ?? null,
				files: frozen.files,
				bytes: frozen.bytes,
				changedPaths: changed.map(({ path, change, sizeBefore, sizeAfter }) => ({
					path: displayPath(path),
					change,
					sizeBefore,
					sizeAfter,
				})),
				policy: { ignored: context.policy.patterns, leftOut: frozen.leftOut },
			});
			appendRunEvent(store, runId, {
				kind: "candidate.frozen",
				loop,
				candidateId,
				tree: frozen.tree,
				parentId: base.candidateId,
				changedPaths: changed.length,
				files: frozen.files,
				bytes: frozen.bytes,
			});
		},
	};
}
