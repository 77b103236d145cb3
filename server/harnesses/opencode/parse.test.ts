import { describe, expect, test } from "vitest";
import { opencodeParser } from "./parse.ts";

const sessionID = "ses_1";
const finish = (reason: string) => ({
	type: "step_finish",
	sessionID,
	part: { reason, cost: 0.5, tokens: { input: 10, output: 30, reasoning: 20, cache: { read: 4, write: 1 } } },
});
const start = { type: "step_start", sessionID, part: {} };
const text = { type: "text", sessionID, part: { text: "done" } };
const error = (name: string, data: object) => ({ type: "error", sessionID, error: { name, data } });

function read(lines: object[], code: number | null, signal: string | null = null) {
	const parser = opencodeParser();
	const events = lines.flatMap((line) => parser.line(JSON.stringify(line)));
	return {
		events,
		final: parser.saidFinal(),
		result: parser.end({ code, signal, endedBy: null, stderrTail: "" }),
	};
}

test("steps add up; reasoning is put into output", () => {
	const { result } = read([start, finish("tool-calls"), start, text, finish("stop")], 0);
	expect(result).toMatchObject({
		outcome: "completed",
		sessionId: sessionID,
		finalMessage: "done",
		usage: { input: 20, cacheRead: 8, cacheWrite: 2, output: 100, reasoning: 40, costUsd: 1, partial: false },
	});
});

test.each([
	["401", error("APIError", { message: "no", statusCode: 401 }), "failed", "auth"],
	["429", error("APIError", { message: "slow down", statusCode: 429 }), "failed", "transport"],
	[
		"quota",
		error("APIError", { message: "x", statusCode: 429, responseBody: "insufficient_quota" }),
		"failed",
		"quota",
	],
	["login", error("ProviderAuthError", { message: "no key" }), "failed", "auth"],
	[
		"network",
		error("UnknownError", { message: "Unable to connect. Is the computer able to access the url?" }),
		"failed",
		"transport",
	],
	["abort", error("MessageAbortedError", {}), "interrupted", null],
])("an error after the last step decides: %s", (_, line, outcome, errorKind) => {
	expect(read([start, line], 1).result).toMatchObject({ outcome, errorKind });
});

test("an error that a later step made good doesn't count", () => {
	const lines = [start, error("APIError", { message: "boom", statusCode: 500 }), start, text, finish("stop")];
	expect(read(lines, 0).result).toMatchObject({ outcome: "completed", errorKind: null });
});

test("a refused permission that ends the run in silence is a failure, exit 0 or not", () => {
	const refused = {
		type: "tool_use",
		sessionID,
		part: {
			tool: "bash",
			callID: "c",
			state: {
				status: "error",
				input: { command: "x" },
				error: "The user rejected permission to use this specific tool call.",
			},
		},
	};
	const { events, result, final } = read([start, refused, finish("tool-calls")], 0);
	expect(events.map((event) => event.type)).toContain("permission_refused");
	expect(final).toBe(false);
	expect(result).toMatchObject({ outcome: "failed", errorKind: "harness" });
	expect(result.message).toContain("refused permission");
});

test("a missing tool and an exit code are told as they are", () => {
	const use = (tool: string, state: object) => ({
		type: "tool_use",
		sessionID,
		part: { tool, callID: tool, state },
	});
	const { events } = read(
		[
			use("bash", { status: "completed", input: { command: "exit 3" }, output: "", metadata: { exit: 3 } }),
			use("invalid", { status: "completed", input: { tool: "bash" }, output: "unavailable tool" }),
			use("edit", { status: "completed", input: { filePath: "/w/a" }, metadata: {} }),
			use("apply_patch", {
				status: "completed",
				input: {},
				metadata: { files: [{ filePath: "/w/b", type: "delete" }] },
			}),
		],
		0,
	);
	expect(events.filter((event) => event.type === "tool_ended")).toMatchObject([
		{ name: "bash", input: "exit 3", exitCode: 3, ok: false },
		{ name: "invalid", ok: false },
		{ name: "edit", ok: true },
		{ name: "apply_patch", ok: true },
	]);
	expect(events.filter((event) => event.type === "file_changed")).toEqual([
		{ type: "file_changed", path: "/w/a", change: "update" },
		{ type: "file_changed", path: "/w/b", change: "delete" },
	]);
});

test("an answer cut at its length, an empty stream with exit 0, a kill", () => {
	expect(read([start, finish("length")], 0).result).toMatchObject({
		outcome: "failed",
		errorKind: "harness",
	});
	expect(read([], 0).result).toMatchObject({ outcome: "failed", errorKind: "harness" });
	expect(read([start], null, "SIGKILL").result).toMatchObject({ outcome: "interrupted", usage: null });
});

test.each([
	["seconds", "120", "2026-11-30T08:02:00.000Z"],
	["a date", "Mon, 30 Nov 2026 09:30:00 GMT", "2026-11-30T09:30:00.000Z"],
	["neither", "soon", null],
])("retry-after as %s is counted from the event's own time", (_, value, expected) => {
	const data = { message: "slow down", statusCode: 429, responseHeaders: { "retry-after": value } };
	const { result } = read([{ ...error("APIError", data), timestamp: 1796025600000 }], 1);
	expect(result).toMatchObject({ errorKind: "transport", resetAt: expected });
});

describe("a context that is too long is compacted", () => {
	const overflow = error("ContextOverflowError", { message: "maximum context length is 200000 tokens" });
	const summary = [start, { ...text, part: { text: "a summary" } }, finish("stop")];
	const goOn = {
		...text,
		part: { synthetic: true, metadata: { compaction_continue: true }, text: "Go on." },
	};

	test.each([
		["in the summary", [overflow, ...summary]],
		["behind it", [overflow, ...summary, goOn]],
		["in the next overflow", [overflow, ...summary, goOn, overflow]],
	])("ended %s it has failed, and the summary is no answer", (_, lines) => {
		const { result, final } = read(lines, null, "SIGKILL");
		expect(final).toBe(false);
		expect(result).toMatchObject({ outcome: "failed", errorKind: "harness", finalMessage: null });
	});

	test("what comes after it counts", () => {
		const { result, final } = read([overflow, ...summary, goOn, start, text, finish("stop")], 0);
		expect(final).toBe(true);
		expect(result).toMatchObject({ outcome: "completed", finalMessage: "done" });
	});

	test("again and again without an answer: that was its last word", () => {
		const round = [overflow, ...summary, goOn];
		const { result, final } = read([...round, ...round, ...round], null, "SIGKILL");
		expect(final).toBe(true);
		expect(result).toMatchObject({ outcome: "failed", errorKind: "harness" });
	});
});

test("a step that was said twice counts once; one that never finished leaves the count partial", () => {
	const step = (id: string) => ({ ...finish("stop"), part: { ...finish("stop").part, id } });
	const whole = read([start, text, step("p1")], 0).result.usage;
	expect(read([start, text, step("p1"), step("p1")], 0).result.usage).toEqual(whole);
	expect(whole?.partial).toBe(false);
	const cut = read([start, text, step("p1"), start, text], 0).result;
	expect(cut.usage?.partial).toBe(true);
});

const use = (tool: string, state: object) => ({
	type: "tool_use",
	sessionID,
	part: { tool, callID: "c", state },
});

test("a sub-agent's steps are in no stream, so the sum is a part", () => {
	const task = use("task", {
		status: "completed",
		input: { prompt: "look" },
		output: "found",
		metadata: { sessionId: "ses_2" },
	});
	const { result } = read([start, task, finish("tool-calls"), start, text, finish("stop")], 0);
	expect(result).toMatchObject({ outcome: "completed", usage: { input: 20, partial: true } });
	const refused = use("task", { status: "error", input: {}, error: "no such agent" });
	expect(
		read([start, refused, finish("tool-calls"), start, text, finish("stop")], 0).result.usage?.partial,
	).toBe(false);
});

test.each<[string, object, object]>([
	[
		"a command that worked",
		{
			tool: "bash",
			state: { status: "completed", input: { command: "ls" }, output: "a", metadata: { exit: 0 } },
		},
		{ name: "bash", input: "ls", ok: true, exitCode: 0, output: "a" },
	],
	[
		"a command with exit code 3 is completed",
		{
			tool: "bash",
			state: { status: "completed", input: { command: "exit 3" }, output: "oops", metadata: { exit: 3 } },
		},
		{ ok: false, exitCode: 3 },
	],
	[
		"an unknown tool becomes invalid",
		{
			tool: "invalid",
			state: { status: "completed", input: { tool: "x", error: "unavailable" }, output: "unavailable" },
		},
		{ name: "invalid", ok: false, exitCode: null },
	],
	[
		"a list of tasks",
		{ tool: "todowrite", state: { status: "completed", input: { todos: [] }, output: "[]" } },
		{ name: "todowrite", ok: true, exitCode: null },
	],
	[
		"an MCP tool",
		{
			tool: "web_see",
			state: { status: "completed", input: { u: 1 }, output: "a page", attachments: [{ mime: "image/png" }] },
		},
		{ name: "web_see", input: '{"u":1}', ok: true, output: "a page" },
	],
	[
		"a rule that forbids it",
		{
			tool: "edit",
			state: {
				status: "error",
				input: {},
				error: "The user has specified a rule which prevents you from using this tool.",
			},
		},
		{ name: "edit", ok: false },
	],
	[
		"a fetch that failed",
		{ tool: "webfetch", state: { status: "error", input: { url: "http://x" }, error: "Unable to connect" } },
		{ name: "webfetch", ok: false, output: "Unable to connect" },
	],
])("a tool call: %s", (_, part, expected) => {
	const { events } = read([{ type: "tool_use", sessionID, part: { callID: "c", ...part } }], 0);
	expect(events.find((event) => event.type === "tool_ended")).toMatchObject({ callId: "c", ...expected });
});

test.each<[string, object[], number | null, string | null, string, string | null]>([
	[
		"429 after its tries",
		[error("APIError", { message: "Rate limit reached", statusCode: 429, isRetryable: true })],
		1,
		null,
		"failed",
		"transport",
	],
	[
		"500",
		[error("APIError", { message: "boom", statusCode: 500, isRetryable: true })],
		1,
		null,
		"failed",
		"transport",
	],
	["SIGINT in a tool", [start], null, "SIGINT", "interrupted", null],
	["nothing at all, killed", [], null, "SIGKILL", "interrupted", null],
	["tool calls, then gone with exit 0", [start, finish("tool-calls")], 0, null, "failed", "harness"],
	["an answer, then exit 1", [start, text, finish("stop")], 1, null, "failed", "harness"],
	["the model's output was filtered", [start, finish("content-filter")], 0, null, "failed", "harness"],
	[
		"an error that nobody knows",
		[error("OfALaterVersion", { message: "odd" })],
		1,
		null,
		"failed",
		"harness",
	],
])("how it ended: %s", (_, lines, code, signal, outcome, errorKind) => {
	expect(read(lines, code, signal).result).toMatchObject({ outcome, errorKind });
});
