import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
	it.each<[string, unknown, string]>([
		["sorts keys at every depth", { b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
		["keeps the order of lists", [3, 1, 2], "[3,1,2]"],
		// RFC 8785 §3.2.3: by UTF-16 code units, so the emoji (D83D…) comes before U+FB33
		[
			"sorts by UTF-16 code units",
			{ "\uFB33": 1, "😀": 2, "\r": 3, "1": 4, ö: 5 },
			'{"\\r":3,"1":4,"ö":5,"😀":2,"\uFB33":1}',
		],
		["writes the shortest numbers", [1e30, 4.5, 0.002, 1e-27, -0, 1.0], "[1e+30,4.5,0.002,1e-27,0,1]"],
		["escapes only what it must", "\u20ac$\u000f\nA'\"\\/", '"€$\\u000f\\nA\'\\"\\\\/"'],
		["leaves undefined properties out", { a: undefined, b: 1 }, '{"b":1}'],
		["takes objects without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
		["says the same value twice if it isn't a cycle", twice(), '{"a":{"x":1},"b":{"x":1}}'],
	])("%s", (_, value, text) => {
		expect(canonicalJson(value)).toBe(text);
	});

	it.each<[string, unknown, RegExp]>([
		["NaN", { a: [Number.NaN] }, /\$\.a\[0\].*NaN/],
		["infinity", Number.POSITIVE_INFINITY, /Infinity/],
		["undefined at the top", undefined, /undefined/],
		["undefined in a list", [undefined], /\$\[0\]/],
		["a hole in a list", new Array(2), /\$\[0\]/],
		["a lone surrogate", { a: "\ud800x" }, /surrogate/],
		["a lone surrogate in a key", { "\udc00": 1 }, /surrogate/],
		["a bigint", 1n, /bigint/],
		["a function", { f: () => 1 }, /\$\.f/],
		["a date", new Date(0), /plain objects/],
		["a map", new Map(), /plain objects/],
		["a cycle", cycle(), /contains itself/],
	])("refuses %s and says where", (_, value, message) => {
		expect(() => canonicalJson(value)).toThrow(message);
	});
});

function twice(): unknown {
	const shared = { x: 1 };
	return { a: shared, b: shared };
}

function cycle(): unknown {
	const value: Record<string, unknown> = {};
	value.self = value;
	return value;
}
