import { expect, test } from "vitest";
import { claudeParser } from "./parse.ts";

const init = { type: "system", subtype: "init", session_id: "s-1", model: "m" };
const usage = (input: number, output: number) => ({
	input_tokens: input,
	cache_read_input_tokens: 0,
	cache_creation_input_tokens: 0,
	output_tokens: output,
});
const good = { type: "result", subtype: "success", is_error: false, session_id: "s-1", result: "done" };

function read(lines: object[], code: number | null, before: unknown = null) {
	const parser = claudeParser(before);
	const events = lines.flatMap((line) => parser.line(JSON.stringify(line)));
	return { events, result: parser.end({ code, signal: null, endedBy: null, stderrTail: "" }) };
}

test.each([
	["api status", { api_error_status: 529, result: "API Error" }, "failed", "transport"],
	[
		"limit of a plan",
		{ api_error_status: 429, result: "Claude AI usage limit reached|1796025600" },
		"failed",
		"quota",
	],
	["turns", { subtype: "error_max_turns", terminal_reason: "max_turns", errors: ["2"] }, "failed", "agent"],
	["budget", { subtype: "error_max_budget_usd", terminal_reason: "budget_exhausted" }, "failed", "agent"],
	[
		"context",
		{ terminal_reason: "prompt_too_long", api_error_status: 400, result: "Prompt is too long" },
		"failed",
		"harness",
	],
	["SIGINT", { subtype: "error_during_execution", terminal_reason: "aborted_tools" }, "interrupted", null],
])("is_error decides, not subtype: %s", (_, fields, outcome, errorKind) => {
	const { result } = read([init, { ...good, ...fields, is_error: true }], 0);
	expect(result).toMatchObject({ outcome, errorKind, sessionId: "s-1" });
	if (errorKind === "quota") expect(result.resetAt).toBe("2026-11-30T08:00:00.000Z");
});

test("this invocation's own models count, side models included; totals that run on don't", () => {
	const model = (inputTokens: number, costUSD: number) => ({
		inputTokens,
		outputTokens: 1,
		cacheReadInputTokens: 2,
		cacheCreationInputTokens: 3,
		thinkingTokens: 0,
		costUSD,
	});
	const { result } = read(
		[
			init,
			{
				...good,
				usage: usage(1, 1),
				total_cost_usd: 9,
				modelUsage: { big: model(900, 8) },
				model_usage_since_last_result: { big: model(10, 0.5), small: model(5, 0.25) },
			},
		],
		0,
	);
	expect(result.usage).toMatchObject({ input: 15, cacheRead: 4, cacheWrite: 6, output: 2, costUsd: 0.75 });
});

test("versions without that field: usage, and the cost less what the session had cost before", () => {
	const { result } = read([init, { ...good, usage: usage(7, 3), total_cost_usd: 0.5 }], 0, {
		total_cost_usd: 0.2,
	});
	expect(result.usage).toMatchObject({ input: 7, output: 3 });
	expect(result.usage?.costUsd).toBeCloseTo(0.3);
});

test("a budget stop says 0 in usage; the models have the numbers", () => {
	const { result } = read(
		[
			init,
			{
				...good,
				is_error: true,
				subtype: "error_max_budget_usd",
				usage: usage(0, 0),
				modelUsage: { m: { inputTokens: 70, outputTokens: 4, costUSD: 0.1 } },
			},
		],
		1,
	);
	expect(result.usage).toMatchObject({ input: 70, output: 4 });
});

test("a cut call knows its input side only, each message once", () => {
	const block = (content: object) => ({
		type: "assistant",
		session_id: "s-1",
		message: { id: "m-1", content: [content], usage: usage(100, 1) },
	});
	const { result } = read(
		[init, block({ type: "text", text: "a" }), block({ type: "tool_use", id: "t", name: "Bash", input: {} })],
		143,
	);
	expect(result).toMatchObject({
		outcome: "interrupted",
		usage: { input: 100, output: null, partial: true },
	});
});

test("tool calls: exit codes of the shell, files of the edit tools, what a subagent says is no final message", () => {
	const use = (id: string, name: string, input: object) => ({
		type: "assistant",
		message: { id, content: [{ type: "tool_use", id, name, input }] },
	});
	const answer = (id: string, content: string, is_error: boolean, more: object = {}) => ({
		type: "user",
		message: { content: [{ type: "tool_result", tool_use_id: id, content, is_error }] },
		...more,
	});
	const { events, result } = read(
		[
			init,
			use("1", "Bash", { command: "false" }),
			answer("1", "Exit code 3\nboom", true),
			use("2", "Write", { file_path: "/w/a" }),
			answer("2", "ok", false, { tool_use_result: { type: "create", filePath: "/w/a" } }),
			use("3", "Edit", { file_path: "/w/b" }),
			answer("3", "denied", true),
			{ type: "system", subtype: "permission_denied", tool_name: "Edit", message: "not granted" },
			{
				type: "assistant",
				parent_tool_use_id: "9",
				message: { id: "x", content: [{ type: "text", text: "from a subagent" }] },
			},
			{ ...good, result: "the end" },
		],
		0,
	);
	expect(events.filter((event) => event.type === "tool_ended")).toMatchObject([
		{ name: "Bash", input: "false", exitCode: 3, ok: false },
		{ name: "Write", exitCode: null, ok: true },
		{ name: "Edit", ok: false },
	]);
	expect(events.filter((event) => event.type === "file_changed")).toEqual([
		{ type: "file_changed", path: "/w/a", change: "add" },
	]);
	expect(events).toContainEqual({ type: "permission_refused", name: "Edit", message: "not granted" });
	expect(result.finalMessage).toBe("the end");
});

test("an answer that missed its schema is completed without a structured answer", () => {
	expect(read([init, good], 0).result).toMatchObject({ outcome: "completed", structured: undefined });
	expect(read([init, { ...good, structured_output: { a: 1 } }], 0).result.structured).toEqual({ a: 1 });
});

test("several prompts of one process: the second's cut is no end, its first part still counts", () => {
	const message = { id: "m-2", content: [{ type: "text", text: "I begin" }], usage: usage(7, 1) };
	const lines = [
		init,
		{ ...good, usage: usage(100, 10) },
		init,
		{ type: "assistant", session_id: "s-1", message },
	];
	const { result } = read(lines, 143);
	expect(result).toMatchObject({ outcome: "interrupted", finalMessage: "I begin" });
	expect(result.usage).toMatchObject({ input: 107, output: 10, partial: true });
	const whole = read([...lines, { ...good, usage: usage(7, 3), result: "both done" }], 0).result;
	expect(whole).toMatchObject({ outcome: "completed", finalMessage: "both done" });
	expect(whole.usage).toMatchObject({ input: 107, output: 13, partial: false });
});

test("what the model said last decides no kind: only the CLI's own words do", () => {
	const failed = { ...good, is_error: true, subtype: "error_during_execution" };
	const said = "The page answers 401 Unauthorized, usage limit reached";
	expect(read([init, { ...failed, result: said }], 1).result).toMatchObject({ errorKind: "harness" });
	expect(read([init, { ...failed, errors: ["401 invalid api key"] }], 1).result).toMatchObject({
		errorKind: "auth",
	});
});

test("a rejected limit is a quota with its reset time, whatever the status says", () => {
	const rejected = {
		type: "rate_limit_event",
		session_id: "s-1",
		rate_limit_info: { status: "rejected", resetsAt: 1796025600 },
	};
	const limit = {
		...good,
		is_error: true,
		api_error_status: 429,
		terminal_reason: "api_error",
		result: "API Error: 429",
	};
	expect(read([init, rejected, limit], 1).result).toMatchObject({
		errorKind: "quota",
		resetAt: "2026-11-30T08:00:00.000Z",
	});
});

test("the same result said twice counts once", () => {
	const final = { ...good, uuid: "u-1", usage: usage(100, 10), total_cost_usd: 0.5 };
	const { events, result } = read([init, final, final], 0);
	expect(result.usage).toMatchObject({ input: 100, output: 10, costUsd: 0.5 });
	expect(events.filter((event) => event.type === "usage")).toHaveLength(1);
});

const models = (inputTokens: number, outputTokens: number, costUSD: number) => ({
	m: { inputTokens, outputTokens, cacheReadInputTokens: 0, cacheCreationInputTokens: 0, costUSD },
});

test("an answer after a sub-agent's end: the first of two results has told the use of both", () => {
	const first = {
		...{ ...good, uuid: "u-1", usage: usage(1100, 60), total_cost_usd: 0.25 },
		model_usage_since_last_result: models(1500, 100, 0.25),
	};
	const second = {
		...{ ...good, uuid: "u-2", usage: usage(200, 20), total_cost_usd: 0.25, result: "both done" },
		model_usage_since_last_result: {},
	};
	const { result } = read([init, init, first, second], 0);
	expect(result).toMatchObject({ outcome: "completed", finalMessage: "both done" });
	expect(result.usage).toMatchObject({ input: 1500, output: 100, costUsd: 0.25, partial: false });
});

test("several prompts of a version without that field: the cost that runs on is differenced by result", () => {
	const { result } = read(
		[
			...[init, { ...good, usage: usage(100, 10), total_cost_usd: 0.5 }],
			...[init, { ...good, usage: usage(200, 20), total_cost_usd: 0.75 }],
		],
		0,
		{ total_cost_usd: 0.25 },
	);
	expect(result.usage).toMatchObject({ input: 300, output: 30, costUsd: 0.5 });
});

const use = (id: string, name: string, input: object, parent: string | null = null) => ({
	...{ type: "assistant", session_id: "s-1", parent_tool_use_id: parent },
	message: { id: `m-${id}`, content: [{ type: "tool_use", id, name, input }] },
});
const got = (id: string, content: unknown, is_error?: boolean, parent: string | null = null) => ({
	...{ type: "user", session_id: "s-1", parent_tool_use_id: parent },
	message: {
		content: [
			{ type: "tool_result", tool_use_id: id, content, ...(is_error === undefined ? {} : { is_error }) },
		],
	},
});

test.each<[string, [string, object], unknown, boolean | undefined, object]>([
	[
		"a command that failed",
		["Bash", { command: "x" }],
		"Exit code 3\noops",
		true,
		{ ok: false, exitCode: 3 },
	],
	["a command that worked", ["Bash", { command: "x" }], "hi", false, { ok: true, exitCode: 0, output: "hi" }],
	[
		"one in the background has only begun",
		["Bash", { command: "x", run_in_background: true }],
		"ID: b1",
		false,
		{ ok: true, exitCode: null },
	],
	[
		"one that the CLI refused",
		["Bash", { command: "sleep 301" }],
		"<tool_use_error>Blocked</tool_use_error>",
		true,
		{ ok: false, exitCode: null },
	],
	[
		"an unknown tool",
		["NoSuch", { a: 1 }],
		"<tool_use_error>No such tool available</tool_use_error>",
		true,
		{ ok: false, exitCode: null },
	],
	[
		"an MCP tool's words and picture",
		["mcp__web__see", { u: 1 }],
		[
			{ type: "text", text: "a page" },
			{ type: "image", source: {} },
		],
		undefined,
		{ ok: true, exitCode: null, output: "a page\n[image]" },
	],
	[
		"a sub-agent",
		["Task", { prompt: "look" }],
		[{ type: "text", text: "found" }],
		undefined,
		{ ok: true, exitCode: null, output: "found" },
	],
	["a list of tasks", ["TodoWrite", { todos: [] }], "ok", undefined, { ok: true, exitCode: null }],
	["a search", ["WebSearch", { query: "q" }], "links", undefined, { ok: true, exitCode: null }],
])("a tool call: %s", (_, [name, input], content, isError, expected) => {
	const { events } = read([use("t", name, input), got("t", content, isError)], 0);
	expect(events.filter((event) => event.type !== "session")).toMatchObject([
		{ type: "tool_started", callId: "t", name },
		{ type: "tool_ended", callId: "t", name, ...expected },
	]);
});

test.each<[string, object[], number | null, string, string | null]>([
	[
		"it was told to stop and left with exit 0",
		[
			{
				...good,
				is_error: true,
				subtype: "error_during_execution",
				terminal_reason: "aborted_tools",
				result: undefined,
			},
		],
		0,
		"interrupted",
		null,
	],
	["stopped by SIGTERM, no result", [], 143, "interrupted", null],
	[
		"an unknown session",
		[
			{
				...good,
				is_error: true,
				subtype: "error_during_execution",
				result: undefined,
				errors: ["No conversation found with session ID: x"],
			},
		],
		1,
		"failed",
		"harness",
	],
	[
		"401, subtype success",
		[
			{
				...good,
				is_error: true,
				api_error_status: 401,
				terminal_reason: "api_error",
				result: "Invalid API key",
			},
		],
		1,
		"failed",
		"auth",
	],
	[
		"429 for ever",
		[
			{
				...good,
				is_error: true,
				api_error_status: 429,
				terminal_reason: "api_error",
				result: "Rate limit reached",
			},
		],
		1,
		"failed",
		"transport",
	],
	[
		"500 for ever",
		[
			{
				...good,
				is_error: true,
				api_error_status: 500,
				terminal_reason: "api_error",
				result: "API Error: 500",
			},
		],
		1,
		"failed",
		"transport",
	],
	[
		"no answer in its time",
		[
			{
				...good,
				is_error: true,
				api_error_status: null,
				terminal_reason: "api_error",
				result: "API Error: Request timed out.",
			},
		],
		1,
		"failed",
		"transport",
	],
	[
		"denied tools don't fail it",
		[{ ...good, permission_denials: [{ tool_name: "Bash" }] }],
		0,
		"completed",
		null,
	],
	["a good result against its exit code", [good], 1, "failed", "harness"],
])("how it ended: %s", (_, lines, code, outcome, errorKind) => {
	expect(read([init, ...lines], code).result).toMatchObject({ outcome, errorKind, sessionId: "s-1" });
});

test("retries, notices, compaction and kinds of system events that nobody knows yet", () => {
	const system = (subtype: string, more: object = {}) => ({
		type: "system",
		subtype,
		session_id: "s-1",
		...more,
	});
	const { events, result } = read(
		[
			...[system("ui_invalidate"), init],
			system("api_retry", { attempt: 1, max_retries: 2, error_status: 429, error: "rate_limit" }),
			...[system("background_tasks_changed", { tasks: [] }), system("task_started"), system("task_updated")],
			...[system("compact_boundary"), system("of_a_later_version"), { ...good, result: "the end" }],
		],
		0,
	);
	expect(events).toEqual([
		{ type: "session", sessionId: "s-1", model: "m" },
		{ type: "retry", message: "try 1 of 2: 429 rate_limit" },
		{ type: "note", text: "The conversation was compacted." },
	]);
	expect(result).toMatchObject({ outcome: "completed", finalMessage: "the end" });
});
