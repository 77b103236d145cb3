import { describe, expect, it } from "vitest";
import { LineCutter } from "./lines.ts";

function cut(bytes: Buffer, size: number, limit?: number): [number, string, boolean][] {
	const lines: [number, string, boolean][] = [];
	const cutter = new LineCutter((line, offset, truncated) => lines.push([offset, line, truncated]), limit);
	const reused = Buffer.alloc(size);
	for (let at = 0; at < bytes.length; at += size) {
		const count = bytes.copy(reused, 0, at, at + size);
		cutter.push(reused.subarray(0, count));
	}
	cutter.end();
	return lines;
}

describe("LineCutter", () => {
	const text = "one\r\n\n\nzw\u00f6lf \u{1F600}\n\u2028 is no end\nlast";
	const expected = [
		[0, "one", false],
		[5, "", false],
		[6, "", false],
		[7, "zw\u00f6lf \u{1F600}", false],
		[19, "\u2028 is no end", false],
		[33, "last", false],
	];
	it.each([1, 2, 3, 5, 8, 100])(
		"cuts alike in chunks of %i bytes, also when the buffer is reused",
		(size) => {
			expect(cut(Buffer.from(text), size)).toEqual(expected);
		},
	);

	it.each([1, 3, 7, 100])("caps long lines and goes on, in chunks of %i bytes", (size) => {
		expect(cut(Buffer.from("123456789\n12345678\nx\n123456789"), size, 8)).toEqual([
			[0, "12345678", true],
			[10, "12345678", false],
			[19, "x", false],
			[21, "12345678", true],
		]);
	});

	it("says nothing about nothing", () => {
		expect(cut(Buffer.alloc(0), 1)).toEqual([]);
		expect(cut(Buffer.from("a\n"), 1)).toEqual([[0, "a", false]]);
	});
});
