import { expect, test } from "vitest";
import { toolRefs } from "./tool-refs.ts";

const call = (tools: number, resumed = false) => ({ tools, resumed });

test.each([
	["one call", [call(2)], [["tool:1", "tool:2"]]],
	["a correction in the same session", [call(2), call(1, true)], [["tool:1", "tool:2"], ["tool:3"]]],
	[
		"a session that was given up",
		[call(1), call(1, true), call(2)],
		[["session-1:tool:1"], ["session-1:tool:2"], ["tool:1", "tool:2"]],
	],
	["a session that began before", [call(1, true), call(1, true)], [["tool:1"], ["tool:2"]]],
	["no calls", [], []],
])("tool calls are named: %s", (_, calls, expected) => {
	expect(toolRefs(calls)).toEqual(expected);
	expect(new Set(expected.flat()).size).toBe(expected.flat().length);
});
