import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Effect } from "../domain/protocol.ts";
import { bootId } from "../process/identity.ts";
import { removeTree } from "../process/remove-tree.ts";
import { appendRunEvent } from "../store/events.ts";
import type { RunContext } from "./run-context.ts";
import { dropCandidateDirectory, isFolder } from "./workspace.ts";

/**
 * After a restart of the machine nothing in a run's folders is believed that isn't known to have reached the disk: a
 * power cut leaves files that are empty where they were full. The candidate's folder is laid anew, and so is the
 * workspace, except between a Developer's turn and its freeze: a turn is over only when its files are flushed.
 * @param pending the effect that comes next
 */
export async function distrustAfterRestart(context: RunContext, pending: Effect | undefined): Promise<void> {
	const file = join(context.paths.root, "boot");
	const boot = bootId();
	if (readBoot(file) === boot) return;
	await dropCandidateDirectory(context);
	if (pending?.kind !== "freeze" && isFolder(context.paths.workspace)) {
		await removeTree(context.paths.workspace);
		context.store.transaction(() =>
			appendRunEvent(context.store, context.runId, {
				kind: "notice",
				loop: pending?.loop ?? 0,
				level: "info",
				text: "The machine was started anew since this run worked last: its workspace is laid anew from the last candidate.",
			}),
		);
	}
	writeDurably(file, boot);
}

function readBoot(file: string): string | null {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return null;
	}
}

function writeDurably(file: string, text: string): void {
	for (const [path, flags] of [
		[file, "w"],
		[dirname(file), "r"],
	] as const) {
		const descriptor = openSync(path, flags, 0o600);
		try {
			if (flags === "w") writeSync(descriptor, text);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
	}
}
