import { describe, expect, it } from "vitest";
import { firstLine, markHidden, plainLine, plainText, plainTexts } from "./plain-text.ts";

const esc = "\u001b";

describe("plainText", () => {
	it.each([
		["colours", `${esc}[31mred${esc}[0m`, "red"],
		["256 colours and cursor", `${esc}[38;5;12mx${esc}[2K${esc}[1A`, "x"],
		["title by OSC with BEL", `${esc}]0;evil\u0007text`, "text"],
		["link by OSC with ST", `${esc}]8;;http://a${esc}\\link${esc}]8;;${esc}\\`, "link"],
		["an OSC that never ends is dropped whole", `a${esc}]0;never`, "a"],
		["an OSC that never ends hides no further line", `a${esc}]0;never\nb`, "a\nb"],
		["8-bit CSI", "\u009b31mred", "red"],
		["8-bit OSC", "\u009d0;title\u009ctext", "text"],
		["DCS", `${esc}P1;2qpixels${esc}\\text`, "text"],
		["a message in tag characters", "a\u{e0068}\u{e0069}b", "ab"],
		["line separators", "a\u2028b\u2029", "ab"],
		["bidi override", "user\u202etxt.exe", "usertxt.exe"],
		["zero width and BOM", "\ufeffa\u200bb", "ab"],
		["bell and backspace", "a\u0007\u0008b", "ab"],
		["CR LF", "a\r\nb", "a\nb"],
		["progress bar", "10 %\r50 %\r100 %\ndone", "100 %\ndone"],
		["tabs and lines stay", "a\tb\nc", "a\tb\nc"],
		["other scripts stay", "日本 – é 🙂", "日本 – é 🙂"],
	])("%s", (_name, input, expected) => {
		expect(plainText(input)).toBe(expected);
	});
});

describe("firstLine", () => {
	it("takes the first line with ink and counts the rest", () => {
		expect(firstLine("\n\nhello\nworld")).toEqual({ line: "hello", more: 3 });
	});
	it("cuts long lines", () => {
		expect(firstLine("x".repeat(400), 10).line).toBe("xxxxxxxxxx…");
	});
});

describe("plainLine", () => {
	it("can't begin a line of its own", () => {
		expect(plainLine("a\n\tdone: pass\u001b[A")).toBe("a done: pass");
	});
});

describe("markHidden", () => {
	it.each([
		["bidi", "a\u202eb", "a⟨U+202E⟩b"],
		["escape", "\u001b[31m", "⟨U+001B⟩[31m"],
		["tag", "\u{e0068}", "⟨U+E0068⟩"],
		["Windows lines", "a\r\nb\r", "a\nb⟨U+000D⟩"],
		["ordinary", "日本 é 🙂\t\n", "日本 é 🙂\t\n"],
	])("%s", (_name, input, expected) => {
		expect(markHidden(input)).toBe(expected);
	});
});

describe("plainTexts", () => {
	it("cleans all of an answer but what goes back as it came", () => {
		const given = { title: "a\u202eb", list: ["\u001b[1mx", { deep: "\u0007y" }], n: 1, none: null };
		expect(plainTexts(given)).toEqual({ title: "ab", list: ["x", { deep: "y" }], n: 1, none: null });
		expect(plainTexts({ spec: "a\u200cb", path: "c\u202ed" })).toEqual({
			spec: "a\u200cb",
			path: "c\u202ed",
		});
	});
});
