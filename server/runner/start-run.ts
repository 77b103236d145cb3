import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Config } from "../config.ts";
import { type Budgets, mergeBudgets } from "../domain/budgets.ts";
import { canonicalJson } from "../domain/canonical-json.ts";
import type { ProjectConfig } from "../domain/project-config.ts";
import type { Bindings } from "../domain/role.ts";
import { type ProtocolOptions, type RunConfig, runConfigSchema } from "../domain/run.ts";
import { openContents } from "../evidence/contents.ts";
import { contentsFile } from "../evidence/contents-file.ts";
import { startTimeOf } from "../process/identity.ts";
import { promptsVersion } from "../protocols/prompts/version.ts";
import { nameBlob } from "../store/blob-rows.ts";
import { leaseContents } from "../store/content-units.ts";
import type { Store } from "../store/open.ts";
import { ensureProject, insertRun } from "../store/run-rows.ts";
import { freeze } from "../workspace/freeze.ts";
import { ignorePolicy } from "../workspace/policy.ts";
import { storeScenarios } from "./scenario-content.ts";

/** A start that was checked: nothing in here can be wrong any more. */
export interface ResolvedRun {
	projectName: string;
	/** what names the project: the folder's path, `demo:ID`, or null for a pasted spec */
	source: string | null;
	/** copied as A_0 and never written; null = an empty workspace */
	seedDirectory: string | null;
	spec: string;
	project: ProjectConfig;
	protocol: string;
	options: ProtocolOptions;
	bindings: Bindings;
	budgets: Budgets;
	language: "en" | "zh";
}

/**
 * Copies the project, fixes the configuration under one hash and queues the run. Contents first, then the row that names
 * them: a start that is cut leaves no run. Returns the run's id; starting its runner is the caller's part.
 */
export async function createRun(host: Config, store: Store, start: ResolvedRun): Promise<string> {
	const projectId = ensureProject(store, start.projectName, start.source);
	const file = contentsFile(host, projectId);
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	const contents = openContents(file);
	// until the run's row names them, gc must know that these contents are somebody's
	const release = leaseContents(store, projectId, {
		pid: process.pid,
		startTime: startTimeOf(process.pid) ?? "",
	});
	const empty = start.seedDirectory === null ? await mkdtemp(join(tmpdir(), "fuseline-empty-")) : null;
	try {
		const spec = Buffer.from(start.spec, "utf8");
		const specSha256 = contents.put(spec);
		nameBlob(store, projectId, specSha256, spec.byteLength, "text/markdown");
		const seed = await freeze({
			root: start.seedDirectory ?? (empty as string),
			policy: ignorePolicy(start.project.ignore),
			contents,
		});
		const config: RunConfig = runConfigSchema.parse({
			protocol: start.protocol,
			options: start.options,
			bindings: storeScenarios(contents, start.bindings),
			language: start.language,
			specSha256,
			project: start.project,
			budgets: mergeBudgets(start.project.budgets, start.budgets),
			seedTree: seed.tree,
			promptsVersion,
		});
		const hash = createHash("sha256").update(canonicalJson(config)).digest("hex");
		return insertRun(store, projectId, config, hash);
	} finally {
		release();
		contents.close();
		if (empty !== null) await rm(empty, { recursive: true, force: true });
	}
}
