import { expect, test } from "vitest";
import type { HarnessEvent } from "../domain/harness.ts";
import { AnswerCount } from "./answers.ts";
import { claudeCode } from "./claude-code/harness.ts";
import { codex } from "./codex/harness.ts";
import { turnLimit } from "./max-turns.ts";
import { opencode } from "./opencode/harness.ts";
import { pi } from "./pi/harness.ts";

const said: HarnessEvent = { type: "message", text: "so" };
const thought: HarnessEvent = { type: "reasoning", text: "hm" };
const begins = (callId: string): HarnessEvent => ({ type: "tool_started", callId, name: "sh", input: "" });
const ends = (callId: string): HarnessEvent => ({
	...{ type: "tool_ended", callId, name: "sh", input: "", ok: true, exitCode: 0, output: "" },
});

test.each<[string, HarnessEvent[], number]>([
	["nothing was said", [{ type: "session", sessionId: "s" }], 0],
	["a thought and words are one answer", [thought, said, said], 1],
	["words and the call that they announce", [said, begins("a"), ends("a")], 1],
	["what follows a result is the next", [said, begins("a"), ends("a"), thought, said], 2],
	["calls that overlap", [begins("a"), begins("b"), ends("a"), ends("b"), said], 2],
	["words in the midst of a call", [begins("a"), begins("b"), ends("a"), said, ends("b"), said], 2],
	["calls of which only the end is told", [ends("a"), ends("b"), said], 3],
	[
		"a changed file stands beside its call",
		[ends("a"), { type: "file_changed", path: "x", change: "add" }],
		1,
	],
	[
		"retries and notes are nobody's answer",
		[
			{ type: "retry", message: "" },
			{ type: "note", text: "" },
		],
		0,
	],
])("answers of a model: %s", (_, events, count) => {
	const answers = new AnswerCount();
	for (const event of events) answers.add(event);
	expect(answers.count).toBe(count);
});

test.each<[string, unknown, number | undefined, number | null]>([
	["neither", {}, undefined, null],
	["the binding's", { maxTurns: 4 }, undefined, 4],
	["the run's", {}, 9, 9],
	["the lower of both", { maxTurns: 4 }, 9, 4],
	["the lower of both, the other way", { maxTurns: 12 }, 9, 9],
	["what is no number of turns", { maxTurns: "many" }, undefined, null],
])("limit of turns: %s", (_, settings, perInvocation, limit) => {
	expect(turnLimit(settings, perInvocation)).toBe(limit);
});

const line = JSON.stringify;
const item = (stage: string, id: string, type: string, more: object = {}) =>
	line({ type: `item.${stage}`, item: { id, type, ...more } });
const step = (type: string, part: object = {}) => line({ type, sessionID: "s", part });
const assistant = (id: string, parent: string | null, block: object) =>
	line({ type: "assistant", parent_tool_use_id: parent, message: { id, content: [block] } });

test.each([
	[
		"codex: a message, two commands, a patch, a list, the end",
		codex,
		[
			item("completed", "0", "reasoning", { text: "hm" }),
			item("completed", "1", "agent_message", { text: "I begin" }),
			item("started", "2", "command_execution"),
			item("completed", "2", "command_execution", { exit_code: 0 }),
			item("started", "3", "todo_list"),
			item("completed", "4", "error", { message: "no metadata" }),
			item("completed", "5", "file_change", { changes: [{ path: "a", kind: "add" }] }),
			item("started", "6", "mcp_tool_call"),
			item("completed", "6", "mcp_tool_call"),
			item("completed", "7", "agent_message", { text: "done" }),
		],
		4,
	],
	[
		"claude: blocks of one message are one turn, a sub-agent's are nobody's here",
		claudeCode,
		[
			assistant("m1", null, { type: "thinking", thinking: "hm" }),
			assistant("m1", null, { type: "tool_use", id: "t", name: "Task", input: {} }),
			assistant("m2", "t", { type: "text", text: "inside" }),
			assistant("m3", null, { type: "text", text: "done" }),
		],
		2,
	],
	[
		"opencode: steps, the one that has only begun too",
		opencode,
		[step("step_start"), step("step_finish", { reason: "tool-calls" }), step("step_start")],
		2,
	],
	[
		"pi: turns, the one that has only begun too",
		pi,
		[line({ type: "turn_start" }), line({ type: "turn_end" }), line({ type: "turn_start" })],
		2,
	],
] as const)("turns of a stream: %s", (_, harness, lines, turns) => {
	const parser = harness.parser(null);
	for (const each of lines) parser.line(each);
	expect(parser.turns()).toBe(turns);
});

test("a call that we ended for its turns failed in its work, also where the CLI says that it was interrupted", () => {
	const exit = {
		code: 143,
		signal: null,
		endedBy: "turns",
		stderrTail: "",
		why: "turn 3 began, 2 are allowed",
	} as const;
	const aborted = line({
		type: "message_end",
		message: { role: "assistant", stopReason: "aborted", content: [] },
	});
	const abortedToo = line({ type: "error", sessionID: "s", error: { name: "MessageAbortedError" } });
	const died = line({
		type: "message_end",
		message: { role: "assistant", stopReason: "error", errorMessage: "terminated" },
	});
	for (const [harness, last] of [
		[pi, died],
		[codex, line({ type: "turn.started" })],
		[pi, aborted],
		[opencode, abortedToo],
	] as const) {
		const parser = harness.parser(null);
		parser.line(last);
		expect(parser.end(exit)).toMatchObject({
			...{ outcome: "failed", errorKind: "agent" },
			message: expect.stringContaining("too many turns and was ended: turn 3 began, 2 are allowed"),
		});
	}
});
