import { expect, test } from "vitest";
import { piParser } from "./parse.ts";

const session = { type: "session", version: 3, id: "p-1" };
const message = (stopReason: string, more: object = {}) => ({
	type: "message_end",
	message: {
		role: "assistant",
		content: [{ type: "text", text: `said ${stopReason}` }],
		usage: { input: 10, output: 5, cacheRead: 2, cacheWrite: 1, totalTokens: 18, cost: { total: 0.25 } },
		stopReason,
		...more,
	},
});
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } };
const failing = (errorMessage: string) => message("error", { errorMessage, content: [], usage: nothing });
const end = { type: "agent_end", messages: [] };

function read(lines: object[], code: number | null = 0) {
	const parser = piParser();
	const events = lines.flatMap((line) => parser.line(JSON.stringify(line)));
	return {
		events,
		final: parser.saidFinal(),
		result: parser.end({ code, signal: null, endedBy: null, stderrTail: "" }),
	};
}

test.each([
	["401 Incorrect API key provided", "auth"],
	["429 slow down", "transport"],
	["429 You exceeded your current quota", "quota"],
	["500 boom", "transport"],
	["400 This model's maximum context length is 10 tokens", "harness"],
	["terminated", "transport"],
	["Connection error.", "transport"],
])("exit 0 after %s is a failure of kind %s", (errorMessage, errorKind) => {
	const { result } = read([session, failing(errorMessage), end]);
	expect(result).toMatchObject({
		outcome: "failed",
		errorKind,
		message: errorMessage,
		usage: null,
		sessionId: "p-1",
	});
});

test("an agent_end before a retry is not the end; the retry's success counts", () => {
	const retry = { type: "auto_retry_start", attempt: 1, maxAttempts: 3, errorMessage: "terminated" };
	const before = read([session, failing("terminated"), end, retry]);
	expect(before.final).toBe(false);
	const { result, final } = read([
		session,
		failing("terminated"),
		end,
		retry,
		message("stop"),
		{ type: "auto_retry_end", success: true, attempt: 1 },
		end,
	]);
	expect(final).toBe(true);
	expect(result).toMatchObject({ outcome: "completed", usage: { input: 10, output: 5, costUsd: 0.25 } });
});

test("retries that ran out are final", () => {
	const { result, final } = read([
		session,
		failing("500 boom"),
		end,
		{ type: "auto_retry_end", success: false, finalError: "500 boom" },
	]);
	expect(final).toBe(true);
	expect(result).toMatchObject({ outcome: "failed", errorKind: "transport" });
});

test("messages add up; a reasoning count is not known, not 0", () => {
	const { result } = read([session, message("toolUse"), message("stop"), end]);
	expect(result.usage).toMatchObject({
		input: 20,
		output: 10,
		cacheRead: 4,
		cacheWrite: 2,
		reasoning: null,
		costUsd: 0.5,
	});
});

test.each([
	["aborted", "interrupted", null],
	["length", "failed", "harness"],
])("a last message that stopped by %s", (stopReason, outcome, errorKind) => {
	expect(read([session, message(stopReason), end]).result).toMatchObject({ outcome, errorKind });
});

test("a tool's exit code is read from Pi's own last line", () => {
	const call = { toolCallId: "c", toolName: "bash" };
	const { events } = read([
		{ type: "tool_execution_start", ...call, args: { command: "exit 3" } },
		{ type: "tool_execution_update", ...call, partialResult: {} },
		{
			type: "tool_execution_end",
			...call,
			result: { content: [{ type: "text", text: "x\n\nCommand exited with code 3" }] },
			isError: true,
		},
	]);
	expect(events).toMatchObject([
		{ type: "tool_started", input: "exit 3" },
		{ type: "tool_ended", input: "exit 3", exitCode: 3, ok: false },
	]);
});

test.each<[string, object, object, object]>([
	[
		"a command that worked",
		{ toolName: "bash", args: { command: "ls" } },
		{ content: [{ type: "text", text: "a\n" }] },
		{ input: "ls", ok: true, exitCode: 0 },
	],
	[
		"an unknown tool",
		{ toolName: "no_such", args: { a: 1 } },
		{ content: [{ type: "text", text: "Tool no_such not found" }], isError: true },
		{ input: '{"a":1}', ok: false, exitCode: null },
	],
	[
		"a command that ran out of time",
		{ toolName: "bash", args: { command: "x" } },
		{ content: [{ type: "text", text: "Command timed out after 5 seconds" }], isError: true },
		{ ok: false, exitCode: null },
	],
	[
		"a picture that was read",
		{ toolName: "read", args: { path: "p.png" } },
		{
			content: [
				{ type: "text", text: "Read image file" },
				{ type: "image", data: "AAAA" },
			],
		},
		{ ok: true, exitCode: null, output: "Read image file\n" },
	],
])(
	"a tool call: %s",
	(_, { toolName, args }: { toolName?: string; args?: object }, {
		content,
		isError = false,
	}: { content?: object[]; isError?: boolean }, expected) => {
		const { events } = read([
			{ type: "tool_execution_start", toolCallId: "c", toolName, args },
			{ type: "tool_execution_end", toolCallId: "c", toolName, result: { content }, isError },
		]);
		expect(events[1]).toMatchObject({ type: "tool_ended", callId: "c", name: toolName, ...expected });
	},
);

test("compaction that worked: what comes after it counts; that failed: the overflow stands", () => {
	const tooLong = failing("400 This model's maximum context length is 10 tokens");
	const begin = { type: "compaction_start", reason: "overflow" };
	const good = read([
		session,
		tooLong,
		end,
		begin,
		{ type: "compaction_end", aborted: false },
		message("stop"),
		end,
	]);
	expect(good.result).toMatchObject({ outcome: "completed", finalMessage: "said stop" });
	const bad = read([
		session,
		tooLong,
		end,
		begin,
		{ type: "compaction_end", aborted: false, errorMessage: "Auto-compaction failed" },
	]);
	expect(bad.result).toMatchObject({ outcome: "failed", errorKind: "harness" });
	expect(bad.events.map((event) => event.type)).toEqual(["session", "error", "note", "error"]);
});

test("partial messages, moments and lines of the user make no event and no use", () => {
	const update = { type: "message_update", message: { role: "assistant", usage: { input: 9 } } };
	const user = { type: "message_end", message: { role: "user", content: [] } };
	const { events, result } = read([
		session,
		{ type: "agent_start" },
		{ type: "turn_start" },
		user,
		update,
		message("stop"),
		{ type: "turn_end" },
		end,
	]);
	expect(events.map((event) => event.type)).toEqual(["session", "message", "usage"]);
	expect(result.usage).toMatchObject({ input: 10, partial: false });
});

test.each<[string, object[], number | null, string | null, string]>([
	["SIGTERM in a tool", [message("toolUse")], 143, null, "interrupted"],
	["SIGKILL in a tool", [message("toolUse")], null, "SIGKILL", "interrupted"],
])("what was told before %s is a part", (_, lines, code, signal, outcome) => {
	const parser = piParser();
	for (const line of [session, ...lines]) parser.line(JSON.stringify(line));
	const result = parser.end({ code, signal, endedBy: null, stderrTail: "" });
	expect(result).toMatchObject({ outcome, errorKind: null, usage: { input: 10, partial: true } });
});
