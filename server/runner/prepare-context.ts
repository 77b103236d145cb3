import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { openContents } from "../evidence/contents.ts";
import { contentsFile } from "../evidence/contents-file.ts";
import { knowSecret, knowSecretVariables } from "../evidence/known-secrets.ts";
import { findGroupPlace, type GroupPlace, sweepGroups } from "../process/control-group.ts";
import { probeSandbox, type SandboxReport } from "../process/sandbox.ts";
import type { Store } from "../store/open.ts";
import { readRun } from "../store/run-rows.ts";
import { ignorePolicy } from "../workspace/policy.ts";
import { createStatCache } from "../workspace/stat-cache.ts";
import type { Control } from "./control.ts";
import type { RunContext } from "./run-context.ts";
import { runPaths } from "./run-paths.ts";

/** Opens what a runner works with. Everything that decides comes from the run's own snapshot, never from files. */
export async function prepareContext(
	host: Config,
	store: Store,
	runId: string,
	marker: string,
	control: Control,
	room: string | null = null,
): Promise<RunContext> {
	const run = readRun(store, runId);
	const paths = runPaths(host.dataDirectory, runId, room);
	await mkdir(paths.root, { recursive: true, mode: 0o700 });
	knowOwnSecrets(host);
	const contents = openContents(contentsFile(host, run.projectId));
	return {
		store,
		contents,
		host,
		runId,
		projectId: run.projectId,
		marker,
		config: run.config,
		spec: contents.get(run.config.specSha256).toString("utf8"),
		paths,
		sandbox: host.sandbox === "off" ? unwalled : await probeSandbox(paths.root),
		groups: await groupsOf(host),
		policy: ignorePolicy(run.config.project.ignore),
		control,
		statCache: createStatCache(),
	};
}

/** Where children get a group of their own; what an earlier runner left in one is ended first. */
async function groupsOf(host: Config): Promise<GroupPlace | null> {
	const found = findGroupPlace(host.dataDirectory);
	if ("problem" in found) return null;
	await sweepGroups(found.place);
	return found.place;
}

/** An agent that got hold of one of these could only print it; then it isn't stored. */
function knowOwnSecrets(host: Config): void {
	knowSecretVariables(host.environment);
	try {
		knowSecret("fuseline token", readFileSync(join(host.dataDirectory, "token"), "utf8").trim());
	} catch {
		// a runner without a daemon: there is no token
	}
}

const unwalled: SandboxReport = {
	level: "none",
	tool: null,
	version: null,
	overlay: false,
	problems: ["The sandbox is switched off by FUSELINE_SANDBOX=off."],
	mend: "Unset FUSELINE_SANDBOX.",
};
