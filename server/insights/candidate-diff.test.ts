import { expect, test } from "vitest";
import { diffOf } from "./candidate-diff.ts";

test("hunks carry the line numbers of both sides", () => {
	expect(diffOf("a.txt", "one\ntwo\nthree\n", "one\n2\nthree\nfour")).toEqual({
		path: "a.txt",
		reason: null,
		hunks: [
			{
				header: "@@ -1,3 +1,4 @@",
				lines: [
					{ kind: "same", before: 1, after: 1, text: "one" },
					{ kind: "delete", before: 2, after: null, text: "two" },
					{ kind: "add", before: null, after: 2, text: "2" },
					{ kind: "same", before: 3, after: 3, text: "three" },
					{ kind: "add", before: null, after: 4, text: "four" },
				],
			},
		],
	});
});

test("a new file is all additions", () => {
	const lines = diffOf("a.txt", "", "x\ny\n").hunks.flatMap((hunk) => hunk.lines);
	expect(lines.map(({ kind, after }) => [kind, after])).toEqual([
		["add", 1],
		["add", 2],
	]);
});
