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

const fileLimit = 200;
const fileLimitBytes = 64 * 1024 * 1024;

/**
 * What a tester's own call left as records: its tool calls from the CLI's event stream (`tool:1`, `tool:2`… in order;
 * origin `harness_event`) and the files of its outbox (`outbox:NAME`; origin `agent`, which never verifies alone).
 */
export async function testerRecords(
	context: RunContext,
	call: FinishedCall,
	tree: string,
): Promise<ExecutionRecord[]> {
	const records = call.toolCalls.map((tool, index) =>
		recordOf(tree, {
			ref: `tool:${index + 1}`,
			// without an exit code nothing was executed that could have failed: reading supports, it never suffices
			kind: tool.exitCode === null ? "source_inspection" : "trace",
			origin: "harness_event",
			passed: tool.exitCode === null ? tool.ok : tool.exitCode === 0,
			title: `${tool.name}: ${tool.input}`.slice(0, 300),
			observation: `${tool.exitCode === null ? "" : `exit ${tool.exitCode}\n`}${tool.output}`.slice(0, 8_000),
			invocationId: call.invocationId,
		}),
	);
	for (const name of outboxFiles(call.outbox)) {
		const path = join(call.outbox, name);
		if (lstatSync(path).size > fileLimitBytes) continue;
		const mime = mimeOfPath(name);
		if (mime.startsWith("text/") || mime === "application/json") await redactFile(path);
		const { sha256, size } = await context.contents.putFile(path);
		nameBlob(context.store, context.projectId, sha256, size, mime);
		const picture = mime === "image/png" ? await pictureSize(path) : null;
		records.push(
			recordOf(tree, {
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
			}),
		);
	}
	return records;
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
