import { expect, it } from "vitest";
import { matchesGlob, pathsOutside } from "./glob.ts";

it.each<[string, string, boolean]>([
	["src/a.ts", "src/a.ts", true],
	["src/a.ts", "src/a.tsx", false],
	["src", "src/deep/a.ts", true],
	["src/", "src/a.ts", true],
	["src", "source/a.ts", false],
	["./src", "src/a.ts", true],
	["src/*", "src/a.ts", true],
	["src/*", "src/deep/a.ts", false],
	["src/**", "src/deep/a.ts", true],
	["src/**", "src", true],
	["**/*.ts", "a.ts", true],
	["**/*.ts", "deep/er/a.ts", true],
	["**/*.ts", "deep/a.js", false],
	["src/**/test/*.ts", "src/test/a.ts", true],
	["src/**/test/*.ts", "src/x/y/test/a.ts", true],
	["src/**/test/*.ts", "src/x/y/a.ts", false],
	["a?.txt", "ab.txt", true],
	["a?.txt", "a.txt", false],
	["a?.txt", "a😀.txt", true],
	["*", "a", true],
	["*", "a/b", false],
	["**", "a/b/c", true],
	["", "a", false],
	["a.b", "axb", false],
	["src/[a]", "src/a", false],
])("%j and %j: %s", (pattern, path, matches) => {
	expect(matchesGlob(pattern, path)).toBe(matches);
});

it("lists what no pattern allows, and allows everything without patterns", () => {
	expect(pathsOutside(["src/**", "*.md"], ["src/a.ts", "README.md", "package.json", "docs/x.md"])).toEqual([
		"package.json",
		"docs/x.md",
	]);
	expect(pathsOutside([], ["anything"])).toEqual([]);
});

it("can't be made slow by its pattern", () => {
	const pattern = `${"*a".repeat(200)}b`;
	const started = performance.now();
	expect(matchesGlob(pattern, "a".repeat(4_000))).toBe(false);
	expect(performance.now() - started).toBeLessThan(2_000);
});
