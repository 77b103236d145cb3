import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/*
 * The import law (CONTRIBUTING.md says it in words). A room may import itself and what stands in its row, nothing else.
 * `type:x` allows `import type` only. `definitions` are the `definition.ts` files of protocols and harnesses.
 */
const law: Record<string, readonly string[]> = {
	"server/domain": ["zod"],
	"server/protocols": ["server/domain", "zod"],
	"server/harnesses": ["server/domain", "zod"],
	"server/process": ["server/domain", "packages"],
	"server/store": ["server/fault-point.ts", "server/domain", "prisma", "packages"],
	"server/evidence": ["server/fault-point.ts", "server/domain", "server/store", "server/process", "packages"],
	"server/workspace": [
		"server/fault-point.ts",
		"server/domain",
		"server/store",
		"type:server/evidence",
		"packages",
	],
	"server/prices": ["server/domain", "packages"],
	"server/browser": ["server/domain", "server/store", "server/process", "packages"],
	// programs that run inside a tester's sandbox: they carry words, nothing else
	"server/bridge": ["server/domain", "packages"],
	"server/upkeep": [
		"server/domain",
		"server/store",
		"server/evidence",
		"server/workspace",
		"server/process",
		"server/runner",
		"server/config.ts",
		"packages",
	],
	"server/insights": ["server/domain", "server/store", "packages"],
	"server/interop": ["server/domain", "server/store", "packages"],
	"server/api": [
		"server/domain",
		"server/insights",
		"server/interop",
		"server/store",
		"server/protocols",
		"server/harnesses",
		"packages",
	],
	"server/http": [
		"server/domain",
		"server/api",
		"server/insights",
		"server/store",
		"server/process",
		"server/config.ts",
		"server/log.ts",
		"type:server/evidence",
		"packages",
	],
	"server/runner": [
		"server/domain",
		"server/process",
		"server/workspace",
		"server/evidence",
		"server/browser",
		"server/prices",
		"server/store",
		"server/protocols",
		"server/harnesses",
		"server/config.ts",
		"server/fault-point.ts",
		"server/log.ts",
		"packages",
	],
	// composition roots
	"server/cli": ["server", "packages"],
	"server/daemon": ["server", "packages"],
	"server/main.ts": ["server", "packages"],
	"server/demo": ["server/harnesses"],
	"server/setup": [],
	"server/setup.mjs": ["server/setup"],
	"server/fuseline.mjs": ["server/setup.mjs"],
	"server/fault-point.ts": [],
	"server/config.ts": ["server/domain", "packages"],
	"server/log.ts": ["server/domain", "packages"],
	components: ["server/domain", "definitions", "type:server/api", "packages"],
	app: ["components", "packages"],
};

const pureRooms = ["server/domain", "server/protocols", "server/harnesses"];
/** Real programs that live in a pure room's folder because they belong to one harness; bundled on their own. */
const programs = [/^server\/harnesses\/scripted\/agent[^/]*\.ts$/, /^server\/harnesses\/install\.mjs$/];
const impure: readonly (readonly [string, RegExp])[] = [
	["a Node module", /(?:from|import\()\s*["']node:/],
	["the clock", /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/],
	["randomness", /\bMath\.random\(|\bcrypto\.(?:randomUUID|getRandomValues)\(/],
	["the process", /(?<![\w.])process\.\w/],
];

/** Files that may start processes beside `server/process`; each runs as a child of its own or before all is built. */
const maySpawn = [
	/^server\/process\//,
	/^server\/setup(\/|\.mjs)/,
	/^server\/browser\/(child|look-child|launch|visit)\.ts$/,
	/^server\/harnesses\/(scripted\/agent|install)/,
	/^server\/demo\//,
];
/** Files that may read `process.env`. */
const mayReadEnvironment = [
	/^server\/config\.ts$/,
	/^server\/setup(\/|\.mjs)/,
	/^server\/(cli|demo)\//,
	/^server\/harnesses\/(scripted\/agent|install)/,
	/^server\/[a-z]+\/(child|main|next-child|worker)\.ts$/,
	/^server\/bridge\/look-command\.ts$/,
];
const mayPrint = [
	/^server\/log\.ts$/,
	/^server\/setup(\/|\.mjs)/,
	/^server\/(cli|demo)\//,
	/^server\/harnesses\/(scripted\/agent|install)/,
];
const topFolders = ["app", "components", "prisma", "public", "server", "test", "docs", ".ci"];

const root = path.resolve(import.meta.dirname, "..");
const leftOut =
	/(^|\/)(node_modules|generated|fixtures|\.next|\.build)(\/|$)|^server\/demo\/[^/]+\/(project|loops)\//;

interface SourceFile {
	path: string;
	text: string;
	room: string;
	isTest: boolean;
}

const files: SourceFile[] = ["server", "app", "components"]
	.flatMap((folder) => walk(folder))
	.filter((file) => /\.(tsx?|mjs)$/.test(file))
	.map((file) => ({
		path: file,
		text: readFileSync(path.join(root, file), "utf8"),
		room: roomOf(file),
		isTest: /\.test\.tsx?$/.test(file),
	}));

function walk(folder: string): string[] {
	const full = path.join(root, folder);
	if (!existsSync(full)) return [];
	return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
		const inside = `${folder}/${entry.name}`;
		if (leftOut.test(inside)) return [];
		return entry.isDirectory() ? walk(inside) : [inside];
	});
}

/** `server/domain`, `server/main.ts`, `components`, `prisma`, … */
function roomOf(file: string): string {
	const [top = "", second = ""] = file.split("/");
	return top === "server" ? `${top}/${second}` : top;
}

interface Import {
	specifier: string;
	typeOnly: boolean;
}

/** Static, side-effect, re-exporting and dynamic imports; comments are taken out first. */
function importsOf(text: string): Import[] {
	const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
	const found: Import[] = [];
	for (const match of code.matchAll(
		/^\s*(import|export)\s+(type\s+)?([\s\S]*?)\s*from\s*["']([^"']+)["']/gm,
	)) {
		const names = /^\{([\s\S]*)\}$/.exec((match[3] ?? "").trim())?.[1];
		const allTypes =
			names?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")) ?? false;
		found.push({ specifier: match[4] as string, typeOnly: match[2] !== undefined || allTypes });
	}
	for (const match of code.matchAll(/^\s*import\s*["']([^"']+)["']/gm))
		found.push({ specifier: match[1] as string, typeOnly: false });
	for (const match of code.matchAll(/(?<![\w.])import\(\s*["']([^"']+)["']\s*\)/g))
		found.push({ specifier: match[1] as string, typeOnly: false });
	return found;
}

/** Path of what is imported relative to the root; null: a package. */
function targetOf(file: string, specifier: string): string | null {
	if (specifier.startsWith("@/")) return specifier.slice(2);
	if (specifier.startsWith("."))
		return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
	return null;
}

function isAllowed(file: SourceFile, { specifier, typeOnly }: Import): boolean {
	const rows = law[file.room] ?? [];
	const target = targetOf(file.path, specifier);
	if (target === null) {
		if (rows.includes("packages")) return true;
		return rows.includes(specifier.split("/")[0] as string) || specifier.startsWith("node:");
	}
	const room = roomOf(target);
	if (room === file.room || rows.includes(room)) return true;
	if (rows.includes("server") && (room.startsWith("server/") || room === "prisma")) return true;
	if (
		rows.includes("definitions") &&
		/^server\/(protocols|harnesses)\/([^/]+\/)?(definition|registry)\.ts$/.test(target)
	)
		return true;
	return typeOnly && rows.includes(`type:${room}`);
}

const isProgram = (file: string) => programs.some((pattern) => pattern.test(file));
const product = files.filter((file) => !file.isTest);

function offenders(pattern: RegExp, allowed: readonly RegExp[], among = product): string[] {
	return among
		.filter((file) => !allowed.some((exception) => exception.test(file.path)))
		.filter((file) => pattern.test(file.text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")))
		.map((file) => file.path);
}

describe("the import law", () => {
	it("walks real files", () => {
		expect(product.length).toBeGreaterThan(50);
		expect(
			importsOf(
				'import type { A } from "./a.ts";\nimport { type B, c } from "@/b";\nawait import("node:fs")',
			),
		).toEqual([
			{ specifier: "./a.ts", typeOnly: true },
			{ specifier: "@/b", typeOnly: false },
			{ specifier: "node:fs", typeOnly: false },
		]);
	});

	it("has a row for each room", () => {
		const rooms = [...new Set(product.map((file) => file.room))];
		expect(rooms.filter((room) => !(room in law))).toEqual([]);
	});

	it("is kept by every import", () => {
		const broken = product
			.filter((file) => !isProgram(file.path))
			.flatMap((file) =>
				importsOf(file.text)
					.filter((one) => !isAllowed(file, one))
					.map((one) => `${file.path} imports ${one.specifier}`),
			);
		expect(broken).toEqual([]);
	});

	it.each(impure)("pure rooms don't use %s", (_, pattern) => {
		const pure = product.filter((file) => pureRooms.includes(file.room) && !isProgram(file.path));
		expect(pure.length).toBeGreaterThan(10);
		expect(offenders(pattern, [], pure)).toEqual([]);
	});
});

describe("the house", () => {
	it("starts processes in one room only", () => {
		expect(offenders(/from\s*["'](?:node:child_process|execa)["']/, maySpawn)).toEqual([]);
	});

	it("reads the environment in one file only", () => {
		expect(
			offenders(
				/\bprocess\.env\b/,
				mayReadEnvironment,
				product.filter((file) => file.room !== "app"),
			),
		).toEqual([]);
	});

	it("opens databases in the store and in evidence only", () => {
		expect(offenders(/new Database\(/, [/^server\/(store|evidence)\//])).toEqual([]);
	});

	it("prints only where people read it", () => {
		expect(offenders(/\bconsole\.(?:log|info|warn|error|debug)\(/, mayPrint)).toEqual([]);
	});

	it("has files that fit in a head", () => {
		const long = product.filter((file) => file.text.split("\n").length > 401).map((file) => file.path);
		expect(long).toEqual([]);
		const pages = product.filter((file) => /^app\/.*page\.tsx$/.test(file.path));
		expect(pages.filter((file) => file.text.split("\n").length > 41).map((file) => file.path)).toEqual([]);
	});

	it("has names that say something", () => {
		const bad =
			/(^|\/)(utils?|helpers?|common|misc|managers?|index)\.(tsx?|mjs)$|-v2\.|[A-Z][^/]*\.(tsx?|mjs)$/;
		expect(product.filter((file) => bad.test(file.path)).map((file) => file.path)).toEqual([]);
	});

	it("has no other top-level folder", () => {
		const ignored = [".git", "node_modules", ".next", ".build", "test-results"];
		const folders = readdirSync(root).filter((name) => statSync(path.join(root, name)).isDirectory());
		expect(folders.filter((name) => !topFolders.includes(name) && !ignored.includes(name))).toEqual([]);
	});
});
