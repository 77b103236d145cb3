import { describe, expect, it } from "vitest";
import { builtInPatterns, ignorePolicy } from "./policy.ts";

const policy = ignorePolicy([
	"dist",
	"/only-root.txt",
	"logs/",
	"*.log",
	"docs/**/draft-?.md",
	"out/*.{png,jpg}",
]);

describe("ignorePolicy", () => {
	it.each([
		[".git", true, true],
		["deep/er/.git", false, true],
		[".GIT", true, true],
		["node_modules", true, true],
		["packages/a/node_modules", true, true],
		["node_modules_of_mine", true, false],
		["src/module.pyc", false, true],
		[".next/cache", true, true],
		[".next/static", true, false],
		["dist", true, true],
		["packages/a/dist", true, true],
		["distance", false, false],
		["only-root.txt", false, true],
		["sub/only-root.txt", false, false],
		["logs", true, true],
		["logs", false, false],
		["a/b/x.log", false, true],
		["docs/a/b/draft-1.md", false, true],
		["docs/draft-1.md", false, true],
		["docs/draft-10.md", false, false],
		["out/a.png", false, true],
		["out/a.gif", false, false],
		["src/index.ts", false, false],
		[".env", false, false],
		[".github", true, false],
		[".gitignore", false, false],
	])("%s (folder: %s) → %s", (path, isDirectory, expected) => {
		expect(policy.ignores(path, isDirectory)).toBe(expected);
	});

	it("names all its patterns, for the receipt", () => {
		expect(policy.patterns).toEqual([
			...builtInPatterns,
			"dist",
			"/only-root.txt",
			"logs/",
			"*.log",
			"docs/**/draft-?.md",
			"out/*.{png,jpg}",
		]);
	});
});
