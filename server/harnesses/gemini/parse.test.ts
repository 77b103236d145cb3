import { expect, test } from "vitest";
import { geminiParser } from "./parse.ts";

const init = { type: "init", session_id: "g-1", model: "m" };
const said = (content: string, delta = true) => ({ type: "message", role: "assistant", content, delta });
const stats = { total_tokens: 130, input_tokens: 100, output_tokens: 20, cached: 60, input: 40 };

function read(lines: object[], code: number | null, stderrTail = "") {
	const parser = geminiParser();
	const events = lines.flatMap((line) => parser.line(JSON.stringify(line)));
	return { events, result: parser.end({ code, signal: null, endedBy: null, stderrTail }) };
}

test("pieces make one message; thoughts are the rest of the total and part of output", () => {
	const { events, result } = read(
		[init, said("All "), said("done."), { type: "result", status: "success", stats }],
		0,
	);
	expect(events.filter((event) => event.type === "message")).toEqual([
		{ type: "message", text: "All done." },
	]);
	expect(result).toMatchObject({
		outcome: "completed",
		finalMessage: "All done.",
		usage: { input: 40, cacheRead: 60, cacheWrite: null, output: 30, reasoning: 10 },
	});
});

test.each([
	['[API Error: {"error":{"code":401,"message":"API key not valid"}}]', "auth"],
	['[API Error: {"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}]', "transport"],
	['[API Error: {"error":{"code":503}}]', "transport"],
	["[API Error: terminated]", "transport"],
])("%s → %s", (message, errorKind) => {
	const { result } = read(
		[init, { type: "result", status: "error", error: { message }, stats: { total_tokens: 0 } }],
		145,
	);
	expect(result).toMatchObject({ outcome: "failed", errorKind, usage: null });
});

test.each([
	[41, "Invalid auth method selected.", "failed", "auth"],
	[53, "Reached max session turns", "failed", "agent"],
	[1, "cannot start", "failed", "harness"],
	[143, "", "interrupted", null],
])("exit %s without a result", (code, stderr, outcome, errorKind) => {
	expect(read([init], code, stderr).result).toMatchObject({ outcome, errorKind });
});

test("a shell's exit code that isn't told is not known, not 0", () => {
	const use = {
		type: "tool_use",
		tool_name: "run_shell_command",
		tool_id: "1",
		parameters: { command: "false" },
	};
	const { events } = read(
		[init, use, { type: "tool_result", tool_id: "1", status: "success", output: "" }],
		0,
	);
	expect(events.at(-1)).toMatchObject({ type: "tool_ended", input: "false", exitCode: null });
});
