import type { Config } from "../config.ts";
import type { RunConfig } from "../domain/run.ts";
import type { Contents } from "../evidence/contents.ts";
import type { GroupPlace } from "../process/control-group.ts";
import type { SandboxReport } from "../process/sandbox.ts";
import { nameBlob } from "../store/blob-rows.ts";
import { newId } from "../store/new-id.ts";
import type { Store } from "../store/open.ts";
import type { IgnorePolicy } from "../workspace/policy.ts";
import type { StatCache } from "../workspace/stat-cache.ts";
import type { Control } from "./control.ts";
import type { RunPaths } from "./run-paths.ts";

/** What every effect's executor works with. Fixed while the runner lives. */
export interface RunContext {
	store: Store;
	contents: Contents;
	host: Config;
	runId: string;
	projectId: string;
	/** begins the marker of every process that this runner starts */
	marker: string;
	config: RunConfig;
	spec: string;
	paths: RunPaths;
	sandbox: SandboxReport;
	/** where control groups for its children are made; null where that can't be done */
	groups: GroupPlace | null;
	policy: IgnorePolicy;
	control: Control;
	/** only files that changed since the last freeze are read again */
	statCache: StatCache;
}

/** Stores bytes as a content of the project and names them. Returns the sha256, durable on return. */
export function keep(context: RunContext, bytes: Buffer | string, mime: string): string {
	const buffer = typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes;
	const sha256 = context.contents.put(buffer);
	nameBlob(context.store, context.projectId, sha256, buffer.byteLength, mime);
	return sha256;
}

/** Whether this works on a run for a person, beside the run's own runner: nothing of it is on the run's account. */
export function isBeside(context: RunContext): boolean {
	return context.marker !== context.runId;
}

/** A marker of one process's own, below the runner's: ending its tree must touch no other child. */
export function childMarker(context: RunContext): string {
	return `${context.marker}/${newId()}`;
}
