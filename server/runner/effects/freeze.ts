import { DomainError } from "../../domain/errors.ts";
import type { Effect } from "../../domain/protocol.ts";
import { faultPoint } from "../../fault-point.ts";
import { endMarked } from "../../process/sweep.ts";
import { nameBlob } from "../../store/blob-rows.ts";
import { insertCandidate, latestCandidate } from "../../store/candidate-rows.ts";
import { addCommand } from "../../store/commands.ts";
import { appendRunEvent } from "../../store/events.ts";
import { diffManifests } from "../../workspace/diff.ts";
import { type Frozen, freeze } from "../../workspace/freeze.ts";
import { displayPath } from "../../workspace/manifest-hash.ts";
import type { Executed } from "../executed.ts";
import { keysInFiles, keysSentence } from "../keys-in-files.ts";
import type { RunContext } from "../run-context.ts";
import { type StageClock, stageClock } from "../stage-clock.ts";
import { baseTree, ensureWorkspace, isFolder, manifestOf } from "../workspace.ts";

/** Freezes the workspace to a candidate. Contents are durable before the row that names them (design §6). */
export async function executeFreeze(
	context: RunContext,
	effect: Extract<Effect, { kind: "freeze" }>,
): Promise<Executed> {
	const { store, runId, projectId } = context;
	const { loop } = effect;
	const clock = stageClock(context, loop, "freeze");
	if (!isFolder(context.paths.workspace)) {
		await ensureWorkspace(context, loop);
		const reason = "its folder was deleted or replaced by something else; it is laid anew for the next loop.";
		return refused(context, effect, clock, reason);
	}
	// nothing of this run may still write: whoever escaped its process group carries the run's marker
	await endMarked(context.marker);
	faultPoint("freeze.swept");
	const base = baseTree(context, loop);
	const frozen = await tryFreeze(context);
	if (frozen instanceof DomainError) return refused(context, effect, clock, frozen.message);
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
	// the first version is looked through as a whole: a key may have come with the seed
	const first = !latestCandidate(store, runId, loop);
	const news = new Set(changed.filter(({ change }) => change !== "delete").map(({ path }) => path));
	const keys = await keysInFiles(
		context.contents,
		frozen.manifest.entries.filter((entry) => first || news.has(entry.path)),
	);
	return {
		outcome: { kind: "freeze", key: effect.key, candidate: { tree: frozen.tree } },
		write() {
			clock.end(true, frozen.tree.slice(0, 12));
			tellKeys(context, loop, keysSentence(keys));
			faultPoint("freeze.named");
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

/** For the person alone: paths are the agent's words, and no planner may hear them as a person's wish. */
function tellKeys({ store, runId }: RunContext, loop: number, text: string | null): void {
	if (text !== null) appendRunEvent(store, runId, { kind: "notice", loop, level: "warning", text });
}

/** A tree that can't be a version (a FIFO, a file of many gigabytes) is the work's fault, not ours. */
async function tryFreeze(context: RunContext): Promise<Frozen | DomainError> {
	try {
		return await freeze({
			root: context.paths.workspace,
			policy: context.policy,
			contents: context.contents,
			cache: context.statCache,
		});
	} catch (error) {
		if (error instanceof DomainError) return error;
		throw error;
	}
}

/** No candidate; the reason is shown, and the next planner hears of it. */
function refused(
	context: RunContext,
	effect: Extract<Effect, { kind: "freeze" }>,
	clock: StageClock,
	reason: string,
): Executed {
	const { store, runId } = context;
	const text = `The workspace of loop ${effect.loop} could not be frozen: ${reason}`;
	return {
		outcome: { kind: "freeze", key: effect.key, candidate: null },
		write() {
			clock.end(false, "refused");
			appendRunEvent(store, runId, { kind: "notice", loop: effect.loop, level: "error", text });
			addCommand(store, runId, "note", text);
		},
	};
}
