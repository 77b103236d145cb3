import { expect, test } from "vitest";
import {
	formatBytes,
	formatCost,
	formatExact,
	formatShare,
	formatShort,
	formatTick,
	plural,
} from "./number.ts";

test.each([
	[null, "–"],
	[0, "0"],
	[940, "940"],
	[999.5, "999.5"],
	[1234, "1.23 k"],
	[12_345, "12.3 k"],
	[999_400, "999 k"],
	[999_600, "1.00 M"],
	[8_412_000, "8.41 M"],
	[1_234_000_000, "1.23 G"],
])("short %s", (value, text) => expect(formatShort(value)).toBe(text));

test.each([
	[null, "–"],
	[0, "0 %"],
	[0.00001, "< 0.01 %"],
	[0.0042, "0.42 %"],
	[0.042, "4.2 %"],
	[0.41, "41 %"],
])("share %s", (value, text) => expect(formatShare(value)).toBe(text));

test.each([
	[null, "–"],
	[412, "412 B"],
	[1234, "1.2 kB"],
	[999_700, "1.0 MB"],
	[240_000_000, "240 MB"],
])("bytes %s", (value, text) => expect(formatBytes(value)).toBe(text));

test.each([
	[0, "0"],
	[20, "20"],
	[2_500_000, "2.5 M"],
	[5_000_000, "5 M"],
	[100_000, "100 k"],
	[1_250_000, "1.25 M"],
])("tick %s", (value, text) => expect(formatTick(value)).toBe(text));

test("cost, exact, plural", () => {
	expect([formatCost(null), formatCost(0.002), formatCost(0.84), formatCost(1234.5)]).toEqual([
		"–",
		"< $0.01",
		"$0.84",
		"$1,235",
	]);
	expect(formatExact(1234567)).toBe("1,234,567");
	expect([plural(1, "file"), plural(0, "file"), plural(2, "copy", "copies")]).toEqual([
		"1 file",
		"0 files",
		"2 copies",
	]);
});
