import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const leftOut = /^(node_modules|\.next|\.build|\.git|test-results)$|fixtures|generated/;
/** What exists only after set-up, and what users write themselves. */
const madeLater = /^(node_modules|\.next|\.build)\b|^(spec\.md|fuseline\.json)$/;

function documents(folder: string): string[] {
	return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		if (leftOut.test(entry.name)) return [];
		const inside = path.posix.join(folder, entry.name);
		if (entry.isDirectory()) return documents(inside);
		return /^(README|CONTRIBUTING)\.md$/.test(entry.name) ? [inside] : [];
	});
}

function everyFile(folder: string): string[] {
	return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const inside = path.posix.join(folder, entry.name);
		return entry.isDirectory() ? everyFile(inside) : [inside];
	});
}

/** Paths in backticks (with a slash or an ending that we use; no placeholders) and targets of relative links. */
function pathsIn(text: string): string[] {
	const prose = text.replace(/```[\s\S]*?```/g, "");
	const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] as string);
	const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
	return [
		...quoted.filter(
			(word) =>
				!/\b[A-Z]{3,}\/|\bNN\b/.test(word) &&
				/^[\w.@-]+(\/[\w.@-]+)*\/?$/.test(word) &&
				(/^(app|components|prisma|public|server|test|docs|\.ci)\//.test(word) ||
					/^[\w./-]+\.(tsx?|mjs|json|md|sql|prisma)$/.test(word)),
		),
		...links.filter((link) => !/^[a-z]+:/.test(link)),
	];
}

const scripts = Object.keys(
	(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: Record<string, string> })
		.scripts,
);

describe.each(documents("."))("%s", (file) => {
	const text = readFileSync(path.join(root, file), "utf8");
	const folder = path.posix.dirname(file);
	// a folder's own README may name what each of its rooms holds: `parse.ts` stands for some `*/parse.ts`
	const below = folder === "." ? [] : everyFile(folder);

	it("names only paths that exist", () => {
		const missing = pathsIn(text).filter(
			(named) =>
				!madeLater.test(named) &&
				!existsSync(path.join(root, named)) &&
				!existsSync(path.join(root, folder, named)) &&
				!below.some((one) => one.endsWith(`/${named}`)),
		);
		expect(missing).toEqual([]);
	});

	it("names only npm scripts that exist", () => {
		const named = [...text.matchAll(/\bnpm (?:run (?:-s |--silent )?)?([a-z][\w:-]*)/g)].map(
			(match) => match[1] as string,
		);
		const own = new Set(["ci", "install", "rebuild", "audit"]);
		expect(named.filter((name) => !own.has(name) && !scripts.includes(name))).toEqual([]);
	});
});

it("there is a README to check", () => {
	expect(documents(".")).toContain("README.md");
});
