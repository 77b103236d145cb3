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

const item = (stage: string, id: string, type: string, more: object = {}) => ({
	type: `item.${stage}`,
	item: { id, type, ...more },
});
const words = "We're currently experiencing high demand, which may cause temporary errors.";
const tooLong =
	'{"error":{"message":"This model\'s maximum context length is 200000 tokens.","type":"invalid_request_error"}}';

test.each<[string, unknown[], number, string, string | null]>([
	[
		"a 5xx, of which Codex hides the status",
		[{ type: "turn.failed", error: { message: words } }],
		1,
		"failed",
		"transport",
	],
	["a 400 as its raw body", [{ type: "turn.failed", error: { message: tooLong } }], 1, "failed", "harness"],
	[
		"429 for ever",
		[{ type: "turn.failed", error: { message: "exceeded retry limit, last status: 429 Too Many Requests" } }],
		1,
		"failed",
		"transport",
	],
	[
		"a plan that is used up",
		[{ type: "turn.failed", error: { message: "You've hit your usage limit. Try again at 3:04 PM." } }],
		1,
		"failed",
		"quota",
	],
	[
		"401",
		[
			{
				type: "turn.failed",
				error: { message: "unexpected status 401 Unauthorized: Incorrect API key provided" },
			},
		],
		1,
		"failed",
		"auth",
	],
	[
		"no key",
		[{ type: "turn.failed", error: { message: "Missing environment variable: `SCRIPTED_API_KEY`." } }],
		1,
		"failed",
		"auth",
	],
	[
		"a stall that was cut",
		[
			{
				type: "turn.failed",
				error: { message: "stream disconnected before completion: idle timeout waiting for SSE" },
			},
		],
		1,
		"failed",
		"transport",
	],
	["an error with nothing behind it", [{ type: "error", message: words }], 1, "failed", "transport"],
	["a turn after an error", [{ type: "error", message: words }, counter(200, 1)], 0, "completed", null],
	[
		"a failed turn that another made good",
		[{ type: "turn.failed", error: { message: words } }, { type: "turn.started" }, counter(200, 1)],
		0,
		"completed",
		null,
	],
	["a patch that the sandbox refused in silence", [counter(200, 1)], 0, "completed", null],
])("how it ended: %s", (_, lines, code, outcome, errorKind) => {
	const { result } = read([thread, { type: "turn.started" }, ...lines], exit(code));
	expect(result).toMatchObject({ outcome, errorKind, sessionId: "t-1" });
});

test("an answer against the schema is completed all the same: Codex doesn't look", () => {
	const { result } = read(
		[thread, item("completed", "1", "agent_message", { text: "I'd say pass" }), counter(200, 1)],
		exit(0),
	);
	expect(result).toMatchObject({ outcome: "completed", finalMessage: "I'd say pass", structured: undefined });
});

test("several turns of one stream: the last counter is the thread's, the last message the answer", () => {
	const turn = { type: "turn.started" };
	const { events, result } = read(
		[
			...[thread, turn, item("completed", "1", "agent_message", { text: "one" }), counter(1000, 10)],
			...[turn, item("completed", "2", "agent_message", { text: "two" }), counter(1500, 30)],
		],
		exit(0),
	);
	expect(result).toMatchObject({ finalMessage: "two", usage: { input: 1350, output: 30, partial: false } });
	const told = events.flatMap((event) => (event.type === "usage" ? [event.usage] : []));
	expect(told).toMatchObject([
		{ input: 850, cacheRead: 100, output: 10 },
		{ input: 500, cacheRead: 0, output: 20 },
	]);
	const cut = read([thread, turn, counter(1000, 10), turn], exit(null, { signal: "SIGKILL" })).result;
	expect(cut).toMatchObject({ outcome: "interrupted", usage: { input: 850, output: 10, partial: true } });
});

test.each([
	["/bin/bash -lc ls", "ls"],
	["/bin/bash -lc 'echo hello; ls'", "echo hello; ls"],
	[`/bin/bash -lc "printf '%s' \\"$A\\""`, `printf '%s' "$A"`],
	["/usr/bin/zsh -c 'a '\"'\"'b'", "a 'b"],
	["python3 -c 'print(1)'", "python3 -c 'print(1)'"],
])("the command of %s", (command, input) => {
	const { events } = read(
		[item("started", "1", "command_execution", { command, status: "in_progress" })],
		exit(0),
	);
	expect(events).toEqual([{ type: "tool_started", callId: "1", name: "shell", input }]);
});

test("items of other kinds: searches, lists that change, refused patches, kinds of later versions", () => {
	const { events } = read(
		[
			item("started", "1", "web_search", { query: "tetris" }),
			item("completed", "1", "web_search", { query: "tetris" }),
			item("started", "2", "todo_list", { items: [{ text: "one", completed: false }] }),
			item("updated", "2", "todo_list", { items: [{ text: "one", completed: true }] }),
			item("started", "3", "file_change", { changes: [{ path: "/a", kind: "add" }], status: "in_progress" }),
			item("completed", "3", "file_change", { changes: [{ path: "/a", kind: "add" }], status: "failed" }),
			item("completed", "4", "command_execution", { command: "rm", exit_code: null, status: "declined" }),
			item("started", "5", "mcp_tool_call", {
				server: "web",
				tool: "see",
				arguments: {},
				status: "in_progress",
			}),
			item("completed", "5", "mcp_tool_call", {
				...{ server: "web", tool: "see", arguments: {}, status: "completed", error: null },
				result: {
					content: [
						{ type: "text", text: "a page" },
						{ type: "image", data: "AAAA" },
					],
				},
			}),
			item("completed", "6", "collab_tool_call", { tool: "spawn_agent" }),
		],
		exit(0),
	);
	expect(events).toMatchObject([
		{ type: "tool_started", name: "web_search", input: "tetris" },
		{ type: "tool_ended", name: "web_search", ok: true, exitCode: null },
		{ type: "note", text: "☐ one" },
		{ type: "note", text: "☑ one" },
		{ type: "error", fatal: false },
		{ type: "tool_ended", name: "shell", ok: false, exitCode: null },
		{ type: "tool_started", name: "web/see" },
		{ type: "tool_ended", name: "web/see", ok: true, output: expect.stringContaining("a page") },
		{ type: "note", text: expect.stringContaining("spawn_agent") },
	]);
});

test("lines that end in CRLF, a line cut by a kill, and stderr in between", () => {
	const whole = JSON.stringify(counter(200, 1));
	const { events, result } = read(
		[
			`${JSON.stringify(thread)}\r`,
			"2026-11-30T07:58:13Z ERROR codex_core::tools::router: error=Exit code: 1",
			`${JSON.stringify({ type: "turn.started" })}\r`,
			whole.slice(0, 40),
		],
		exit(null, { signal: "SIGKILL" }),
	);
	expect(events.map((event) => event.type)).toEqual(["session", "unparsed", "unparsed"]);
	expect(result).toMatchObject({ outcome: "interrupted", errorKind: null, usage: null });
});
