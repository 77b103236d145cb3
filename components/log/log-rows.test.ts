import { describe, expect, it } from "vitest";
import type { HarnessEvent } from "../../server/domain/harness.ts";
import type { LogEntry } from "../../server/domain/views.ts";
import { logRows, rowOfSeq, typesOf } from "./log-rows.ts";

const entry = (seq: number, event: HarnessEvent, invocationId = "A"): LogEntry => ({
	seq,
	at: seq,
	invocationId,
	loop: 1,
	role: "developer",
	event,
});
const started = (callId: string): HarnessEvent => ({
	type: "tool_started",
	callId,
	name: "bash",
	input: "ls",
});
const ended = (callId: string): HarnessEvent => ({
	type: "tool_ended",
	callId,
	name: "bash",
	input: "ls",
	ok: true,
	exitCode: 0,
	output: "",
});
const note: HarnessEvent = { type: "note", text: "x" };

describe("logRows", () => {
	it("makes one row of a tool call, even when calls overlap", () => {
		const rows = logRows([
			entry(1, started("a")),
			entry(2, started("b")),
			entry(3, note),
			entry(4, ended("a")),
			entry(5, ended("b")),
		]);
		expect(rows.map((row) => (row.kind === "tool" ? [row.started?.seq, row.ended?.seq] : row.kind))).toEqual([
			"invocation",
			[1, 4],
			[2, 5],
			"event",
		]);
	});

	it("keeps the same call id of two invocations apart", () => {
		const rows = logRows([entry(1, started("a"), "A"), entry(2, ended("a"), "B")]);
		expect(rows.filter((row) => row.kind === "tool").map((row) => row.ended?.seq ?? null)).toEqual([null, 2]);
		expect(rows.filter((row) => row.kind === "invocation")).toHaveLength(2);
	});

	it("finds the row of a seq, also of a call's end", () => {
		const rows = logRows([entry(1, started("a")), entry(2, note), entry(3, ended("a")), entry(9, note)]);
		expect(rowOfSeq(rows, 3)).toBe(1);
		expect(rowOfSeq(rows, 5)).toBe(3);
		expect(rowOfSeq(rows, 99)).toBe(3);
	});
});

it("sends no filter when all or nothing is chosen", () => {
	expect(typesOf([])).toBeUndefined();
	expect(typesOf(["messages", "tools", "problems", "rest"])).toBeUndefined();
	expect(typesOf(["messages"])).toEqual(["message", "reasoning"]);
});
