import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emit } from "./agent-output.ts";
import type { Verb } from "./scenario.ts";

type With<Name extends Verb["verb"]> = Extract<Verb, { verb: Name }>["with"];
type Files = Record<string, string>;

/** Edits are reported as agents report them: a tool call, then the changed file. */
export function writePath(workspace: string, files: Files, step: With<"write">, callId: string): void {
	const content =
		step.base64 !== undefined
			? Buffer.from(step.base64, "base64")
			: step.file !== undefined
				? fileOf(files, step.file)
				: (step.content as string);
	try {
		writeOne(workspace, step.path, content, callId, step.mode);
	} catch (error) {
		if (!step.allowFailure) throw error;
	}
}

export function copyFiles(workspace: string, files: Files, step: With<"copy">, callId: string): void {
	const prefix = step.from.endsWith("/") ? step.from : `${step.from}/`;
	const names = Object.keys(files).filter((name) => name.startsWith(prefix));
	if (names.length === 0) throw new Error(`no entry of "files" is below ${prefix}`);
	names.sort().forEach((name, index) => {
		const path = join(step.to, name.slice(prefix.length));
		writeOne(workspace, path, fileOf(files, name), `${callId}.${index + 1}`);
	});
}

export function replaceIn(workspace: string, step: With<"replace">, callId: string): void {
	const before = readFileSync(join(workspace, step.path), "utf8");
	if (!before.includes(step.find))
		throw new Error(`${step.path} does not contain ${JSON.stringify(step.find)}`);
	writeOne(
		workspace,
		step.path,
		before.replaceAll(step.find, () => step.with),
		callId,
	);
}

export function deletePath(workspace: string, path: string, callId: string): void {
	asCall("delete", path, callId, () => rmSync(join(workspace, path), { recursive: true }));
	emit({ type: "file_changed", path, change: "delete" });
}

/** Writes one file and reports it. Throws what the operating system says, after it was reported as a failed call. */
export function writeOne(
	workspace: string,
	path: string,
	content: string | Buffer,
	callId: string,
	mode?: number,
): void {
	const target = join(workspace, path);
	const change = existsSync(target) ? "update" : "add";
	asCall("write", path, callId, () => {
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, content);
		if (mode !== undefined) chmodSync(target, mode);
	});
	emit({ type: "file_changed", path, change });
}

function asCall(name: string, input: string, callId: string, action: () => void): void {
	emit({ type: "tool_started", callId, name, input });
	try {
		action();
	} catch (error) {
		const output = error instanceof Error ? error.message : String(error);
		emit({ type: "tool_ended", callId, name, input, ok: false, output });
		throw error;
	}
	emit({ type: "tool_ended", callId, name, input, ok: true });
}

function fileOf(files: Files, name: string): string {
	const content = files[name];
	if (content === undefined) throw new Error(`"files" has no entry ${name}`);
	return content;
}
