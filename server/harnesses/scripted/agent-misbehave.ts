import { spawnSync } from "node:child_process";
import { closeSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { writeOne } from "./agent-files.ts";
import { emit, writeAll } from "./agent-output.ts";
import type { Verb } from "./scenario.ts";

/** Does on purpose what an agent must not do. Whatever stops it is reported, and the scenario goes on. */
export function misbehave(
	step: Extract<Verb, { verb: "misbehave" }>["with"],
	callId: string,
	workspace: string,
): void {
	switch (step.kind) {
		case "write-workspace":
			attempt(() => writeOne(workspace, step.path ?? "misbehaved.txt", step.content, callId));
			break;
		case "write-outside": {
			const path = step.path ?? "/misbehaved.txt";
			const root = isAbsolute(path) ? "/" : join(workspace, "..");
			attempt(() => writeOne(root, path, step.content, callId));
			break;
		}
		case "remount":
			remount(workspace, callId);
			break;
		case "close-stdout":
			closeSync(1);
			break;
		case "half-line":
			writeAll('{"type":"message","text":"cut in the mid');
			break;
		case "invalid-utf8":
			writeAll(Buffer.from('{"type":"message","text":"\xc3\x28\xff"}\n', "latin1"));
			break;
		case "long-line":
			emit({ type: "message", text: "x".repeat(step.bytes) });
			break;
	}
}

/** Tries to get write access back where a sandbox mounted the workspace read-only. */
function remount(workspace: string, callId: string): void {
	const input = `mount -o remount,bind,rw / && mount -o remount,bind,rw ${workspace}`;
	emit({ type: "tool_started", callId, name: "shell", input });
	const tried = spawnSync("sh", ["-c", input], { encoding: "utf8" });
	const exitCode = tried.status ?? 1;
	const output = `${tried.stdout ?? ""}${tried.stderr ?? ""}`;
	emit({ type: "tool_ended", callId, name: "shell", input, ok: exitCode === 0, exitCode, output });
}

function attempt(action: () => void): void {
	try {
		action();
	} catch (error) {
		emit({ type: "note", text: `refused: ${error instanceof Error ? error.message : String(error)}` });
	}
}
