import { describe, expect, it } from "vitest";
import type { FileDiff } from "../../server/domain/views.ts";
import { diffCounts, diffRows } from "./diff-rows.ts";

const diff: FileDiff = {
	path: "a.js",
	reason: null,
	hunks: [
		{
			header: "@@ -10,2 +10,3 @@",
			lines: [
				{ kind: "same", before: 10, after: 10, text: "x" },
				{ kind: "delete", before: 11, after: null, text: "y" },
				{ kind: "add", before: null, after: 11, text: "z" },
				{ kind: "add", before: null, after: 12, text: "z2" },
			],
		},
		{ header: "@@ -30 +31 @@", lines: [{ kind: "same", before: 30, after: 31, text: "w" }] },
	],
};

describe("diffRows", () => {
	it("says how many lines each hunk passed over", () => {
		expect(diffRows(diff).map((row) => (row.kind === "gap" ? row.text : row.kind))).toEqual([
			"9 unchanged lines",
			"same",
			"delete",
			"add",
			"add",
			"18 unchanged lines",
			"same",
		]);
	});
	it("begins without a gap in a new file", () => {
		const added: FileDiff = {
			path: "b",
			reason: null,
			hunks: [{ header: "@@ -0,0 +1 @@", lines: [{ kind: "add", before: null, after: 1, text: "n" }] }],
		};
		expect(diffRows(added).map((row) => row.kind)).toEqual(["add"]);
	});
	it("has unique keys", () => {
		const keys = diffRows(diff).map((row) => row.key);
		expect(new Set(keys).size).toBe(keys.length);
	});
});

it("counts lines", () => {
	expect(diffCounts(diff)).toEqual({ added: 2, deleted: 1 });
});
