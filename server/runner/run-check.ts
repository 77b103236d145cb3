import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ExecutionRecord } from "../domain/evidence.ts";
import { matchesGlob } from "../domain/glob.ts";
import type { Check } from "../domain/project-config.ts";
import { redactFile, redactText } from "../evidence/redact.ts";
import { faultPoint } from "../fault-point.ts";
import { confine } from "../process/sandbox.ts";
import { spawnProcess } from "../process/spawn.ts";
import { nameBlob } from "../store/blob-rows.ts";
import type { CheckRow } from "../store/examination-rows.ts";
import { baseEnvironment } from "./call-environment.ts";
import { makeCopy } from "./copy.ts";
import { mimeOfPath } from "./mime-of-path.ts";
import { pictureSize } from "./picture-size.ts";
import { childMarker, type RunContext } from "./run-context.ts";
import { tailOf } from "./tail-of.ts";

const outputLimitBytes = 64 * 1024 * 1024;
const outputLimit = 50;

/** Runs one check on a copy of the candidate and captures what it said and made. */
export async function runCheck(
	context: RunContext,
	check: Check,
	target: { examinationId: string; tree: string; lower: string[]; proposed: boolean },
): Promise<{ row: CheckRow; records: ExecutionRecord[] }> {
	const copy = await makeCopy(context, target.lower, target.examinationId, `check-${check.id}`);
	const environment = {
		...baseEnvironment(context.host, copy.scratch),
		HOME: copy.scratch,
		CI: "1",
		...check.environment,
	};
	const confined = confine(["sh", "-c", check.run], environment, copy.confinement, context.sandbox);
	const child = spawnProcess({
		argv: confined.argv,
		cwd: copy.cwd,
		environment: confined.environment,
		stdin: null,
		stdoutPath: copy.stdout,
		stderrPath: copy.stderr,
		marker: childMarker(context),
		groups: context.groups,
		limits: {
			wallMs: check.timeoutSeconds * 1000,
			idleMs: null,
			afterFinalMs: null,
			keepBytes: 16 * 1024 * 1024,
			floodBytes: 1024 * 1024 * 1024,
		},
	});
	const stop = () => void child.stop(2_000).catch(() => {});
	context.control.signal.addEventListener("abort", stop, { once: true });
	const exit = await child.exited;
	context.control.signal.removeEventListener("abort", stop);
	if (context.control.signal.aborted) throw context.control.leave();
	const status =
		exit.endedBy === "wall" ? "timeout" : exit.code === 0 ? "pass" : exit.code === null ? "error" : "fail";
	if (status !== "pass") await copy.demandSpace();
	const stdout = await keepOutput(context, copy.stdout);
	const stderr = await keepOutput(context, copy.stderr);
	// read when keys are out already: a cut could go through one
	const said = (await tailOf(copy.stdout, 2_000)) || (await tailOf(copy.stderr, 2_000));
	const ended =
		status === "timeout" ? `no end after ${check.timeoutSeconds} s` : `exit ${exit.code ?? exit.signal}`;
	const record = recordOf(target.tree, {
		ref: `check:${check.id}`,
		kind: "test",
		passed: status === "pass",
		title: check.title ?? check.id,
		observation: `$ ${check.run}\n${ended}\n${said}`.slice(0, 8000),
		sha256: stdout?.sha256 ?? stderr?.sha256 ?? null,
		size: stdout?.size ?? stderr?.size ?? null,
		mime: "text/plain",
	});
	faultPoint("check.ran");
	const outputs = await captureOutputs(context, check, copy.place.written, target.tree);
	await copy.remove();
	return {
		row: {
			checkId: check.id,
			title: check.title ?? check.id,
			command: check.run,
			required: check.required,
			proposed: target.proposed,
			status,
			exitCode: exit.code,
			durationMs: exit.durationMs,
			stdoutSha256: stdout?.sha256 ?? null,
			stderrSha256: stderr?.sha256 ?? null,
			message: status === "pass" ? "" : ended,
		},
		records: [record, ...outputs],
	};
}

/** A record of the host; what is not said of it is unknown. Keys are taken out of its words. */
export function recordOf(
	tree: string,
	fields: Pick<ExecutionRecord, "ref" | "kind" | "passed" | "title"> & Partial<ExecutionRecord>,
): ExecutionRecord {
	return {
		origin: "host",
		sha256: null,
		mime: null,
		size: null,
		width: null,
		height: null,
		environment: {},
		box: "black",
		invocationId: null,
		...fields,
		title: redactText(fields.title),
		observation: redactText(fields.observation ?? ""),
		tree,
	};
}

async function keepOutput(
	context: RunContext,
	path: string,
): Promise<{ sha256: string; size: number } | null> {
	if (!existsSync(path) || lstatSync(path).size === 0) return null;
	await redactFile(path);
	const kept = await context.contents.putFile(path);
	nameBlob(context.store, context.projectId, kept.sha256, kept.size, "text/plain");
	return kept;
}

/** Declared outputs that the check really made (they lie in the upper layer); regular files only, links are not followed. */
async function captureOutputs(
	context: RunContext,
	check: Check,
	upper: string,
	tree: string,
): Promise<ExecutionRecord[]> {
	const records: ExecutionRecord[] = [];
	if (check.outputs.length === 0) return records;
	for (const path of filesBelow(upper)) {
		if (records.length >= outputLimit) break;
		if (!check.outputs.some((pattern) => matchesGlob(pattern, path))) continue;
		const file = join(upper, path);
		if (lstatSync(file).size > outputLimitBytes) continue;
		const { sha256, size } = await context.contents.putFile(file);
		const mime = mimeOfPath(path);
		nameBlob(context.store, context.projectId, sha256, size, mime);
		const picture = mime.startsWith("image/") ? await pictureSize(file) : null;
		records.push(
			recordOf(tree, {
				ref: `check:${check.id}:${path}`,
				kind: mime.startsWith("image/") ? "screenshot" : mime.startsWith("video/") ? "video" : "log",
				passed: null,
				title: path,
				sha256,
				mime,
				size,
				width: picture?.width ?? null,
				height: picture?.height ?? null,
			}),
		);
	}
	return records;
}

function* filesBelow(root: string, below = ""): Generator<string> {
	if (!existsSync(root)) return;
	for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
		const path = below === "" ? entry.name : `${below}/${entry.name}`;
		if (entry.isDirectory()) yield* filesBelow(root, path);
		else if (entry.isFile()) yield path;
	}
}
