import { expect, it } from "vitest";
import type { HarnessEvent } from "./harness.ts";
import { eventHolds } from "./log-text.ts";

const ended: HarnessEvent = {
	type: "tool_ended",
	callId: "c9",
	name: "bash",
	input: 'grep "Tiny"',
	ok: false,
	exitCode: 1,
	output: "line one\n100% of it",
};

it.each([
	["TINY", true],
	['"tiny"', true],
	["one\n100%", true],
	["callId", false],
	["c9", false],
	["tool_ended", false],
	["100_", false],
])("a tool call holds %j: %s", (words, expected) => {
	expect(eventHolds(ended, words)).toBe(expected);
});
