import { expect, test } from "vitest";
import { closest } from "../domain/closest.ts";
import { unknownWord } from "./did-you-mean.ts";

test.each([
	["hho", "hoh"],
	["vanila", "vanilla"],
	["Codex", "codex"],
	["claude", null],
	["zzz", null],
])("closest to %s is %s", (word, expected) => {
	expect(closest(word, ["hoh", "vanilla", "continuation", "codex", "claude-code"])).toBe(expected);
});

test("an unknown word is answered with the list and a guess", () => {
	expect(unknownWord("protocol", "protocol", "hho", ["hoh", "vanilla"])).toEqual({
		where: "protocol",
		what: 'unknown protocol "hho"; known: hoh, vanilla',
		mend: 'did you mean "hoh"?',
	});
	// the list stands once, whether there is a guess or not
	expect(unknownWord("protocol", "protocol", "zzz", ["hoh", "vanilla"])).toEqual({
		where: "protocol",
		what: 'unknown protocol "zzz"',
		mend: "use one of hoh, vanilla",
	});
	expect(unknownWord("options.x", "option", "x", [])).toEqual({
		where: "options.x",
		what: 'unknown option "x"; there is none',
	});
});
