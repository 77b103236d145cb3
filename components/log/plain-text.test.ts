import { describe, expect, it } from "vitest";
import { firstLine, plainText } from "./plain-text.ts";

const esc = "\u001b";

describe("plainText", () => {
	it.each([
		["colours", `${esc}[31mred${esc}[0m`, "red"],
		["256 colours and cursor", `${esc}[38;5;12mx${esc}[2K${esc}[1A`, "x"],
		["title by OSC with BEL", `${esc}]0;evil\u0007text`, "text"],
		["link by OSC with ST", `${esc}]8;;http://a${esc}\\link${esc}]8;;${esc}\\`, "link"],
		["an OSC that never ends is dropped whole", `a${esc}]0;never`, "a"],
		["8-bit CSI", "\u009b31mred", "red"],
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
