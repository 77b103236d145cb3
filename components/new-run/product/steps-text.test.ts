import { expect, test } from "vitest";
import { parseSteps, printSteps } from "./steps-text.ts";

test("what is printed parses back", () => {
	const steps = [
		{ do: "press" as const, key: "l" },
		{ do: "evaluate" as const, name: "score", expression: "state.score", equals: 3 },
	];
	expect(parseSteps(printSteps(steps))).toEqual({ steps, problems: [] });
	expect(printSteps([])).toBe("[]");
});

test("what doesn't parse says where and changes nothing", () => {
	expect(parseSteps("[{").steps).toBeNull();
	expect(parseSteps("[{").problems[0]?.what).toMatch(/^not JSON/);
	const wrong = parseSteps('[{ "do": "press", "key": "" }]');
	expect(wrong.steps).toBeNull();
	expect(wrong.problems[0]?.what).toMatch(/^\[0\]\.key: /);
});
