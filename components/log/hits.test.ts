import { describe, expect, it } from "vitest";
import { cutAt, hitWords, nextHit } from "./hits.ts";

describe("nextHit", () => {
	it.each([
		[[], 4, 1, null],
		[[3, 7, 9], null, 1, 3],
		[[3, 7, 9], null, -1, 9],
		[[3, 7, 9], 7, 1, 9],
		[[3, 7, 9], 8, -1, 7],
		[[3, 7, 9], 9, 1, 3],
		[[3, 7, 9], 3, -1, 9],
	] as const)("of %j from %s by %s is %s", (seqs, at, by, expected) => {
		expect(nextHit(seqs, at, by)).toBe(expected);
	});
});

it.each([
	[[], null, false, "not found"],
	[[3, 7], null, false, "2 found"],
	[[3, 7], 7, false, "2 of 2"],
	[[3, 7], 3, true, "1 of 2+"],
] as const)("hitWords(%j, %s, %s) is %s", (seqs, at, more, expected) => {
	expect(hitWords(seqs, at, more)).toBe(expected);
});

it.each([
	["Tiny and tiny", "tiny", ["", "Tiny", " and ", "tiny", ""]],
	["nothing", "x", ["nothing"]],
	["all", "", ["all"]],
])("cutAt(%j, %j)", (text, words, expected) => {
	expect(cutAt(text, words)).toEqual(expected);
});
