import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { spawnProcess } from "../process/spawn.ts";
import { findProgram } from "../process/which.ts";

export type FoundBrowser = { path: string; version: string } | { problem: string; mend: string };

const programs = [
	// draws the same as the whole browser and starts in less than half its time
	"chromium-headless-shell",
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
	"microsoft-edge",
	"microsoft-edge-stable",
	"brave-browser",
];
const macApplications = [
	"Google Chrome.app/Contents/MacOS/Google Chrome",
	"Chromium.app/Contents/MacOS/Chromium",
	"Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const mend = "Install Chromium, Google Chrome or Edge, or run `npx playwright-core install chromium`.";

export interface FindBrowserOptions {
	/** a path that the user set; nothing else is tried then */
	wanted?: string | null;
	/** PATH in which programs are looked for */
	path: string;
}

/** Finds a Chromium-like browser and asks it for its version: the user's, an installed one, else Playwright's own. */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser> {
	const problems: string[] = [];
	for await (const path of candidates(options)) {
		const version = await versionOf(path, options.path);
		if (version !== null) return { path, version };
		problems.push(`${path} does not start.`);
	}
	const wanted = options.wanted ?? null;
	if (wanted !== null) return { problem: `The browser ${wanted} does not start.`, mend };
	return { problem: problems[0] ?? "No browser was found on this machine.", mend };
}

async function* candidates(options: FindBrowserOptions): AsyncGenerator<string> {
	if (options.wanted) {
		yield options.wanted;
		return;
	}
	for (const name of programs) {
		const path = findProgram(name, [], options.path);
		if (path !== null) yield path;
	}
	if (process.platform === "darwin") {
		for (const application of macApplications) {
			const path = join("/Applications", application);
			if (await isFile(path)) yield path;
		}
	}
	yield* downloaded();
}

/** Browsers that `playwright install` has downloaded, newest first. */
async function* downloaded(): AsyncGenerator<string> {
	const base =
		process.platform === "darwin"
			? join(homedir(), "Library/Caches/ms-playwright")
			: join(homedir(), ".cache/ms-playwright");
	const inside = [
		"chrome-linux/chrome",
		"chrome-linux64/chrome",
		"chrome-mac/Chromium.app/Contents/MacOS/Chromium",
		"chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium",
		"chrome-headless-shell-linux64/chrome-headless-shell",
	];
	const folders = (await readdir(base).catch(() => [])).filter((name) => name.startsWith("chromium"));
	for (const folder of folders.sort((a, b) => number(b) - number(a))) {
		for (const relative of inside) {
			const path = join(base, folder, relative);
			if (await isFile(path)) yield path;
		}
	}
}

const known = new Map<string, string>();

/** Null: it can't be started, or it doesn't say a version. */
async function versionOf(path: string, searchPath: string): Promise<string | null> {
	const facts = await stat(path).catch(() => null);
	if (facts === null) return null;
	const key = `${path} ${facts.mtimeMs} ${facts.size}`;
	const before = known.get(key);
	if (before !== undefined) return before;
	const directory = await mkdtemp(join(tmpdir(), "fuseline-browser-"));
	try {
		const stdoutPath = join(directory, "out");
		const child = spawnProcess({
			argv: [path, "--version"],
			cwd: directory,
			environment: { PATH: searchPath, HOME: directory, TMPDIR: directory },
			stdin: null,
			stdoutPath,
			stderrPath: join(directory, "err"),
			marker: `find-browser-${process.pid}`,
			limits: { wallMs: 15_000, idleMs: null, afterFinalMs: null, keepBytes: 65_536, floodBytes: 65_536 },
		});
		const exit = await child.exited;
		const version = /\d+(\.\d+)+/.exec(await readFile(stdoutPath, "utf8"))?.[0];
		if (exit.code !== 0 || version === undefined) return null;
		known.set(key, version);
		return version;
	} catch {
		return null;
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function isFile(path: string): Promise<boolean> {
	return (await stat(path).catch(() => null))?.isFile() ?? false;
}

function number(folder: string): number {
	return Number(/-(\d+)$/.exec(folder)?.[1] ?? 0);
}
