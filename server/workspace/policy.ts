import picomatch from "picomatch";

/**
 * What stays out of a candidate, always: version control (also written `.GIT`, which some file systems take for the
 * same), what package managers lay, caches, and what operating systems drop. A receipt names these patterns.
 */
export const builtInPatterns = [
	".git",
	".hg",
	".svn",
	".jj",
	"node_modules",
	"bower_components",
	".venv",
	"venv",
	"__pycache__",
	"*.pyc",
	".pytest_cache",
	".mypy_cache",
	".ruff_cache",
	".tox",
	".gradle",
	".pnpm-store",
	".yarn/cache",
	".yarn/unplugged",
	".next/cache",
	".turbo",
	".parcel-cache",
	".nyc_output",
	".cache",
	".DS_Store",
	"Thumbs.db",
	"*.swp",
	".fuseline",
];

export interface IgnorePolicy {
	/** built-in and the project's own, in order */
	patterns: string[];
	/** @param path relative to the root, `/` between names; bytes that aren't UTF-8 may be given as latin1 */
	ignores(path: string, isDirectory: boolean): boolean;
}

/**
 * Patterns as in `.gitignore`, without negation: a name without a slash matches in any folder, one with a slash from the
 * root, a trailing slash matches folders only; `*`, `?`, `[…]`, `{a,b}`, `**`. What is below an ignored folder is out too.
 */
export function ignorePolicy(projectPatterns: readonly string[] = []): IgnorePolicy {
	const patterns = [
		...builtInPatterns,
		...projectPatterns.filter((pattern) => !builtInPatterns.includes(pattern)),
	];
	const names = new Set<string>();
	const matchers: { matches: (path: string) => boolean; byName: boolean; directoriesOnly: boolean }[] = [];
	for (const pattern of patterns) {
		const directoriesOnly = pattern.endsWith("/");
		const bare = pattern.replace(/^\.?\/+/, "").replace(/\/+$/, "");
		if (bare === "") continue;
		const byName = !bare.includes("/") && !/^\.?\//.test(pattern);
		if (byName && !directoriesOnly && !/[*?[\]{}()!+@\\]/.test(bare)) names.add(bare);
		else matchers.push({ matches: picomatch(bare, { dot: true, nonegate: true }), byName, directoriesOnly });
	}
	return {
		patterns,
		ignores(path, isDirectory) {
			const name = path.slice(path.lastIndexOf("/") + 1);
			if (names.has(name) || name.toLowerCase() === ".git") return true;
			return matchers.some(
				(matcher) =>
					(isDirectory || !matcher.directoriesOnly) && matcher.matches(matcher.byName ? name : path),
			);
		},
	};
}
