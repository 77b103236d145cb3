import { expect, test } from "vitest";
import { freeId, listFrom, replaceAt } from "./lists.ts";

test.each([
	["a, b", ["a", "b"]],
	["a\n\n b ,", ["a", "b"]],
	["  ", []],
])("list from %j", (text, list) => expect(listFrom(text)).toEqual(list));

test("replace, take out, free id", () => {
	expect(replaceAt([1, 2, 3], 1, 9)).toEqual([1, 9, 3]);
	expect(replaceAt([1, 2, 3], 1, null)).toEqual([1, 3]);
	expect(freeId("check", [])).toBe("check-1");
	expect(freeId("check", ["check-2"])).toBe("check-3");
});
