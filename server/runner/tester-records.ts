import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ExecutionRecord } from "../domain/evidence.ts";
import { redactFile } from "../evidence/redact.ts";
import { nameBlob } from "../store/blob-rows.ts";
import type { FinishedCall } from "./call.ts";
import { mimeOfPath } from "./mime-of-path.ts";
import { pictureSize } from "./picture-size.ts";
import { recordOf } from "./run-check.ts";
import type { RunContext } from "./run-context.ts";
import { toolRefs } from "./tool-refs.ts";

const fileLimit = 200;
const fileLimitBytes = 64 * 1024 * 1024;

/**
 * What the tester's own calls of a step left as records: their tool calls from the CLI's event stream (`tool:1`,
 * `tool:2`… over all calls of a session; origin `harness_event`) and the files of their outboxes (`outbox:NAME`, the
 * latest of a name; origin `agent`, which never verifies alone).
 */
export async function testerRecords(
	context: RunContext,
	calls: readonly FinishedCall[],
	tree: string,
): Promise<ExecutionRecord[]> {
	const refs = toolRefs(calls.map((call) => ({ resumed: call.resumed, tools: call.toolCalls.length })));
	const records: ExecutionRecord[] = calls.flatMap((call, place) =>
		toolRecords(call, refs[place] ?? [], tree),
	);
	const files = new Map<string, FinishedCall>();
	for (const call of calls) for (const name of outboxFiles(call.outbox)) files.set(name, call);
	for (const [name, call] of [...files].slice(-fileLimit)) {
		const record = await outboxRecord(context, call, name, tree);
		if (record !== null) records.push(record);
	}
	return records;
}

function toolRecords(call: FinishedCall, refs: readonly string[], tree: string): ExecutionRecord[] {
	return call.toolCalls.map((tool, index) =>
		recordOf(tree, {
			ref: refs[index] as string,
			// without an exit code nothing was executed that could have failed: reading supports, it never suffices
			kind: tool.exitCode === null ? "source_inspection" : "trace",
			origin: "harness_event",
			passed: tool.exitCode === null ? tool.ok : tool.exitCode === 0,
			title: `${tool.name}: ${tool.input}`.slice(0, 300),
			observation: `${tool.exitCode === null ? "" : `exit ${tool.exitCode}\n`}${tool.output}`.slice(0, 8_000),
			invocationId: call.invocationId,
		}),
	);
}

/** A file of the outbox as a record; null if it is too large to keep. */
async function outboxRecord(
	context: RunContext,
	call: FinishedCall,
	name: string,
	tree: string,
): Promise<ExecutionRecord | null> {
	const path = join(call.outbox, name);
	if (lstatSync(path).size > fileLimitBytes) return null;
	const mime = mimeOfPath(name);
	if (mime.startsWith("text/") || mime === "application/json") await redactFile(path);
	const { sha256, size } = await context.contents.putFile(path);
	nameBlob(context.store, context.projectId, sha256, size, mime);
	const picture = mime === "image/png" ? await pictureSize(path) : null;
	return recordOf(tree, {
		ref: `outbox:${name}`,
		kind: mime.startsWith("image/") ? "screenshot" : mime.startsWith("video/") ? "video" : "log",
		origin: "agent",
		passed: null,
		title: name,
		sha256,
		mime,
		size,
		width: picture?.width ?? null,
		height: picture?.height ?? null,
		invocationId: call.invocationId,
	});
}

/** Regular files of the outbox, also in folders, without the answer itself. */
function outboxFiles(outbox: string): string[] {
	const found: string[] = [];
	const folders = [""];
	while (folders.length > 0 && found.length < fileLimit) {
		const folder = folders.shift() as string;
		for (const entry of readdirSync(join(outbox, folder), { withFileTypes: true })) {
			const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
			if (entry.isDirectory()) folders.push(name);
			else if (entry.isFile() && name !== "result.json" && found.length < fileLimit) found.push(name);
		}
	}
	return found.sort();
}
