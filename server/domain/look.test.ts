import { describe, expect, it } from "vitest";
import { lookArgument, parseLookRequest } from "./look.ts";
import { requestOfWords } from "./look-words.ts";

/** What a command line means once the socket has read it. */
function meaning(...words: string[]): string {
	const made = requestOfWords(words);
	if ("problem" in made) return made.problem;
	const parsed = parseLookRequest(JSON.stringify(made.request));
	return parsed.ok ? `${parsed.request.verb}|${lookArgument(parsed.request)}` : `refused: ${parsed.problem}`;
}

describe("fuseline-look", () => {
	it.each([
		[["goto", "/"], "goto|/"],
		[["click", "text=Save it"], "click|text=Save it"],
		[["type", "#name", "Ada"], 'type|#name "Ada"'],
		[["type", "#name", ""], 'type|#name ""'],
		[["press", "Enter"], "press|Enter"],
		[["press", "Enter", "#name"], "press|Enter on #name"],
		[["wait", "#done"], "wait|#done"],
		[["wait", "250"], "wait|250 ms"],
		[["wait", "--until", "window.ready"], "wait|window.ready"],
		[["screenshot", "home.png"], "screenshot|home"],
		[["state"], "state|"],
		[["state", "1 + 1"], "state|1 + 1"],
		[["console"], "console|"],
		[["reload"], "reload|"],
		[["back"], "back|"],
		[["viewport", "390", "844"], "viewport|390×844"],
	])("%j", (words, expected) => {
		expect(meaning(...words)).toBe(expected);
	});

	it.each([
		[[], /^a verb is missing; there are goto, /],
		[["jump"], /^no verb "jump"; there are goto, .*, help$/],
		[["click"], /^use: fuseline-look click SELECTOR$/],
		[["type", "#name"], /^use: fuseline-look type SELECTOR TEXT$/],
		[["viewport", "wide", "844"], /^refused: viewport: width: /],
		[["viewport", "90000", "844"], /^refused: viewport: width: /],
		[["screenshot", "../../etc/passwd"], /^refused: screenshot: name: letters, digits/],
		[["wait", "60000"], /^refused: wait: milliseconds: /],
		[["goto", ""], /^refused: goto: path: /],
	] as [string[], RegExp][])("%j is refused in one line", (words, expected) => {
		expect(meaning(...words)).toMatch(expected);
		expect(meaning(...words)).not.toContain("\n");
	});

	it.each([
		"",
		"junk",
		"[]",
		"null",
		'{"verb":"constructor"}',
		'{"verb":"goto"}',
		'{"verb":"goto","path":"/","ref":"mediated:1"}',
		'{"verb":"record","ref":"mediated:9","passed":true}',
	])("the socket refuses %j", (line) => {
		expect(parseLookRequest(line)).toMatchObject({ ok: false });
	});
});
