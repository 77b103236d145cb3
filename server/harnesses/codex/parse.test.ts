import { expect, test } from "vitest";
import type { ExitFacts } from "../../domain/harness.ts";
import { codexParser } from "./parse.ts";

const exit = (code: number | null, more: Partial<ExitFacts> = {}): ExitFacts => ({
	code,
	signal: null,
	endedBy: null,
	stderrTail: "",
	...more,
});
const thread = { type: "thread.started", thread_id: "t-1" };
const counter = (input: number, output: number) => ({
	type: "turn.completed",
	usage: {
		input_tokens: input,
		cached_input_tokens: 100,
		cache_write_input_tokens: 50,
		output_tokens: output,
	},
});

function read(lines: unknown[], facts: ExitFacts, before: unknown = null) {
	const parser = codexParser(before);
	const events = lines.flatMap((line) => parser.line(typeof line === "string" ? line : JSON.stringify(line)));
	return { events, final: parser.saidFinal(), result: parser.end(facts) };
}

test("cached and written input are taken out of input", () => {
	const { result } = read([thread, counter(1000, 10)], exit(0));
	expect(result.usage).toMatchObject({
		input: 850,
		cacheRead: 100,
		cacheWrite: 50,
		output: 10,
		costUsd: null,
	});
});

test("a resumed thread is differenced by Codex's own counter or by a usage of ours", () => {
	const before = {
		input_tokens: 600,
		cached_input_tokens: 100,
		cache_write_input_tokens: 50,
		output_tokens: 4,
	};
	const ours = { input: 450, cacheRead: 100, cacheWrite: 50, output: 4 };
	for (const one of [before, ours]) {
		const { result } = read([thread, counter(1000, 10)], exit(0), one);
		expect(result.usage).toMatchObject({ input: 400, cacheRead: 0, cacheWrite: 0, output: 6 });
		expect(result.usageCounter).toMatchObject({ input_tokens: 1000, output_tokens: 10 });
	}
});

test("a failed turn reports no usage and keeps the counter for the next call", () => {
	const before = { input_tokens: 600, output_tokens: 4 };
	const { result } = read([thread, { type: "turn.failed", error: { message: "boom 500" } }], exit(1), before);
	expect(result).toMatchObject({ outcome: "failed", errorKind: "transport", usage: null });
	expect(result.usageCounter).toMatchObject(before);
});

test("error items and retry lines don't fail a run", () => {
	const { events, result } = read(
		[
			thread,
			{ type: "item.completed", item: { id: "1", type: "error", message: "Model metadata not found" } },
			{ type: "error", message: "Reconnecting... 1/5 (high demand)" },
			counter(200, 1),
		],
		exit(0),
	);
	expect(events.map((event) => event.type)).toEqual(["session", "error", "retry", "usage"]);
	expect(result.outcome).toBe("completed");
});

test.each([
	["Not inside a trusted directory and --skip-git-repo-check was not specified.", "harness"],
	["Error: Not logged in. Run codex login.", "auth"],
])("a start error that only stderr tells: %s", (stderrTail, kind) => {
	const { result } = read(
		[],
		exit(1, { stderrTail: `Reading additional input from stdin...\n${stderrTail}\n` }),
	);
	expect(result).toMatchObject({ outcome: "failed", errorKind: kind, message: stderrTail });
});

test("a turn that just ends with exit 1 was interrupted; a panic is a crash", () => {
	expect(read([thread, { type: "turn.started" }], exit(1)).result).toMatchObject({
		outcome: "interrupted",
		errorKind: null,
	});
	expect(read([thread, { type: "turn.started" }], exit(101)).result).toMatchObject({
		outcome: "failed",
		errorKind: "harness",
	});
});

test("an exit code against a completed turn is a veto, unless we ended it", () => {
	expect(read([thread, counter(200, 1)], exit(1)).result).toMatchObject({
		outcome: "failed",
		errorKind: "harness",
	});
	expect(read([thread, counter(200, 1)], exit(null, { endedBy: "after_final" })).result.outcome).toBe(
		"completed",
	);
});

test("commands are shown without their shell, tools with server and tool", () => {
	const item = (more: object) => ({
		type: "item.completed",
		item: { id: "i", status: "completed", ...more },
	});
	const { events } = read(
		[
			item({
				type: "command_execution",
				command: `/bin/bash -lc 'echo "a b"'`,
				aggregated_output: "a b\n",
				exit_code: 0,
			}),
			item({ type: "command_execution", command: `/bin/bash -lc "echo \\"$HOME\\""`, exit_code: 0 }),
			item({
				type: "mcp_tool_call",
				server: "web",
				tool: "go",
				arguments: { u: 1 },
				error: { message: "no" },
				status: "failed",
			}),
			item({ type: "todo_list", items: [{ text: "one", completed: true }] }),
			item({
				type: "file_change",
				changes: [
					{ path: "/a", kind: "delete" },
					{ path: "/b", kind: "update" },
				],
			}),
		],
		exit(0),
	);
	expect(events).toMatchObject([
		{ type: "tool_ended", name: "shell", input: 'echo "a b"', ok: true, exitCode: 0 },
		{ type: "tool_ended", name: "shell", input: 'echo "$HOME"' },
		{ type: "tool_ended", name: "web/go", ok: false, output: "no" },
		{ type: "note", text: "☑ one" },
		{ type: "file_changed", path: "/a", change: "delete" },
		{ type: "file_changed", path: "/b", change: "update" },
	]);
});
