import { expect, test } from "vitest";
import { formatDuration, formatRelative, formatSpan } from "./time.ts";

test.each([
	[null, "–"],
	[0, "0:00"],
	[48_000, "0:48"],
	[842_000, "14:02"],
	[11_529_000, "3:12:09"],
])("duration %s", (ms, text) => expect(formatDuration(ms)).toBe(text));

test.each([
	[null, "–"],
	[300, "< 1 s"],
	[48_000, "48 s"],
	[840_000, "14 m"],
	[11_520_000, "3 h 12 m"],
	[187_200_000, "2 d 4 h"],
])("span %s", (ms, text) => expect(formatSpan(ms)).toBe(text));

test.each([
	[0, "just now"],
	[300_000, "5 m ago"],
	[-240_000, "in 4 m"],
	[10_800_000, "3 h ago"],
	[172_800_000, "2 d ago"],
])("relative %s", (gap, text) => expect(formatRelative(1e12 - gap, 1e12)).toBe(text));
