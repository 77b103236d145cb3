import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseProjectFile, validateProject } from "./project-file.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");

describe("parseProjectFile", () => {
	it("reads a whole file and fills in what isn't said", () => {
		const { project, problems } = parseProjectFile(fixture("whole.json"));
		expect(problems).toEqual([]);
		expect(project).toMatchObject({
			name: "Board",
			spec: "docs/spec.md",
			serve: { readyPath: "/", readyTimeoutSeconds: 30 },
			probes: [{ id: "board", viewport: { width: 1280, height: 800 } }],
		});
	});

	it.each([
		["comma.json", [[5, /isn't JSON: comma expected/]]],
		["unclosed.json", [[3, /isn't JSON: unexpected end of string/]]],
		[
			"unknown-keys.json",
			[
				[3, /chekcs: there is no such setting/],
				[6, /serve\.readyPaht: there is no such setting/],
			],
		],
		[
			"wrong-types.json",
			[
				[3, /checks\[0\]\.id: use letters/],
				[6, /checks\[1\]\.run: /],
				[7, /checks\[1\]\.timeoutSeconds: /],
				[9, /checks\[2\]\.run: /],
				[11, /budgets\.tokens: /],
				[12, /probes: /],
			],
		],
		["same-ids.json", [[6, /checks\[1\]\.id: the id "build" is used twice/]]],
		["double-key.json", [[4, /"name" stands here a second time/]]],
		["list.json", [[1, /the whole file: /]]],
		["empty.json", [[1, /./]]],
	] as [string, [number, RegExp][]][])("names every line of %s that is wrong", (name, expected) => {
		const { project, problems } = parseProjectFile(fixture(name));
		expect(project).toBeNull();
		const found = problems
			.map((problem) => [problem.line, problem.what] as const)
			.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
		expect(found.map(([line]) => line)).toEqual(expected.map(([line]) => line));
		for (const [index, [line, what]] of expected.entries()) {
			expect(found[index]?.[1]).toMatch(what);
			expect(problems.some((problem) => problem.where === `fuseline.json:${line}`)).toBe(true);
		}
	});

	it("takes Windows line ends and a byte order mark, and counts lines alike", () => {
		const text = `\uFEFF${fixture("unknown-keys.json").replaceAll("\n", "\r\n")}`;
		expect(parseProjectFile(text).problems.map((problem) => problem.line)).toEqual([3, 6]);
	});

	it.each([
		['{"chekcs": []}', 'did you mean "checks"?'],
		['{"serve": {"run": "x", "readyPaht": "/"}}', 'did you mean "readyPath"?'],
		['{"checks": [{"id": "a", "run": "x", "timeout": 3}]}', /^known here: id, title, run/],
		[
			'{"probes": [{"id": "a", "steps": [{"do": "goto", "path": "/", "selektor": 1}]}]}',
			'did you mean "selector"?',
		],
		['{"probes": [{"id": "a", "viewport": {"width": 900, "hight": 900}}]}', 'did you mean "height"?'],
	])("guesses what an unknown setting of %s was to be", (text, expected) => {
		const mends = parseProjectFile(text).problems.map((problem) => problem.mend);
		expect(mends).toContainEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
	});

	it("treats __proto__ as a name like any other", () => {
		expect(parseProjectFile('{"__proto__": {"name": "x"}}').problems[0]?.what).toMatch(/__proto__/);
	});
});

describe("validateProject", () => {
	it("says where in the data", () => {
		expect(validateProject({ checks: [{ id: "a", run: 3 }] }).problems).toMatchObject([
			{ where: "checks[0].run", path: ["checks", 0, "run"] },
		]);
		expect(validateProject({}).project?.spec).toBe("spec.md");
	});
});
