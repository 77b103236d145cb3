import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExecutionRecord } from "../domain/evidence.ts";
import { matchesGlob } from "../domain/glob.ts";
import type { Setup } from "../domain/project-config.ts";
import { faultPoint } from "../fault-point.ts";
import { flushFileSystem } from "../process/flush-file-system.ts";
import { confine } from "../process/sandbox.ts";
import { spawnProcess } from "../process/spawn.ts";
import { baseEnvironment } from "./call-environment.ts";
import { makeCopy } from "./copy.ts";
import { recordOf } from "./run-check.ts";
import { childMarker, type RunContext } from "./run-context.ts";
import { tailOf } from "./tail-of.ts";
import { candidateDirectory, manifestOf } from "./workspace.ts";

export type Layers =
	| { ok: true; lower: string[]; records: ExecutionRecord[] }
	| { ok: false; problem: string; record: ExecutionRecord };

/**
 * The read-only layers under every copy of a candidate: the candidate itself and, under it, what `setup` made. `setup`
 * runs from the frozen candidate once per content of its inputs; the Developer's own `node_modules` is never used.
 */
export async function candidateLayers(
	context: RunContext,
	tree: string,
	setup: Setup | null,
	examinationId: string,
): Promise<Layers> {
	const candidate = await candidateDirectory(context, tree);
	if (setup === null) return { ok: true, lower: [candidate], records: [] };
	const cache = context.paths.setupCache(setupKey(context, tree, setup));
	if (await used(cache)) {
		const record = recordOf(tree, {
			ref: "setup",
			kind: "log",
			passed: true,
			title: "Setup",
			observation: `$ ${setup.run}\nfrom the cache: the inputs are unchanged`,
		});
		return { ok: true, lower: [candidate, cache], records: [record] };
	}
	return runSetup(context, { tree, setup, examinationId, candidate, cache });
}

/** Whether the cache is there; notes the use, for gc takes what nobody has used for long. */
async function used(cache: string): Promise<boolean> {
	const now = new Date();
	return utimes(cache, now, now).then(
		() => true,
		() => false,
	);
}

/** Same command and same bytes of the declared inputs = same outputs. */
function setupKey(context: RunContext, tree: string, setup: Setup): string {
	const hash = createHash("sha256").update(
		`${setup.run}\0${setup.outputs.join("\0")}\0${process.platform}\0${process.version}`,
	);
	for (const entry of manifestOf(context, tree).entries) {
		if (entry.type === "file" && setup.inputs.some((pattern) => matchesGlob(pattern, entry.path))) {
			hash.update(`\0${entry.path}\0${entry.sha256}`);
		}
	}
	return hash.digest("hex");
}

async function runSetup(
	context: RunContext,
	target: { tree: string; setup: Setup; examinationId: string; candidate: string; cache: string },
): Promise<Layers> {
	const { setup, tree, cache } = target;
	const copy = await makeCopy(context, [target.candidate], target.examinationId, "setup");
	const environment = { ...baseEnvironment(context.host, copy.scratch), HOME: copy.scratch, CI: "1" };
	const confined = confine(["sh", "-c", setup.run], environment, copy.confinement, context.sandbox);
	const exit = await spawnProcess({
		argv: confined.argv,
		cwd: copy.cwd,
		environment: confined.environment,
		stdin: null,
		stdoutPath: copy.stdout,
		stderrPath: copy.stderr,
		marker: childMarker(context),
		limits: {
			wallMs: setup.timeoutSeconds * 1000,
			idleMs: null,
			afterFinalMs: null,
			keepBytes: 16 * 1024 * 1024,
			floodBytes: 1024 * 1024 * 1024,
		},
	}).exited;
	if (exit.code !== 0) await copy.demandSpace();
	const said = (await tailOf(copy.stderr, 1_500)) || (await tailOf(copy.stdout, 1_500));
	const ended =
		exit.endedBy === "wall" ? `no end after ${setup.timeoutSeconds} s` : `exit ${exit.code ?? exit.signal}`;
	const record = recordOf(tree, {
		ref: "setup",
		kind: "log",
		passed: exit.code === 0,
		title: "Setup",
		observation: `$ ${setup.run}\n${ended}\n${said}`,
	});
	if (exit.code !== 0) {
		await copy.remove();
		return {
			ok: false,
			problem: `\`setup\` failed (${ended}), so nothing could be run: ${said.slice(-400)}`,
			record,
		};
	}
	const partial = `${cache}.${target.examinationId}`;
	await mkdir(partial, { recursive: true, mode: 0o700 });
	for (const output of setup.outputs) {
		const made = join(copy.place.written, output);
		if (existsSync(made)) await cp(made, join(partial, output), { recursive: true, verbatimSymlinks: true });
	}
	// it outlives the machine's next start
	await flushFileSystem(partial);
	faultPoint("setup.partial");
	await copy.remove();
	await mkdir(dirname(cache), { recursive: true, mode: 0o700 });
	// another run may have been faster with the same outputs
	await rename(partial, cache).catch(() => rm(partial, { recursive: true, force: true }));
	faultPoint("setup.cached");
	return { ok: true, lower: [target.candidate, cache], records: [record] };
}
