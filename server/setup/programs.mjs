import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { inRoot } from "./places.mjs";
import { run, say, step } from "./progress.mjs";
import { readStamp, writeStamp } from "./stamps.mjs";

const browserNames = [
	"chromium-headless-shell",
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
	"microsoft-edge",
	"microsoft-edge-stable",
	"brave-browser",
];
const macBrowsers = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
/** How each distribution calls what we need. */
const packageManagers = [
	{
		program: "apt-get",
		install: ["install", "-y", "--no-install-recommends"],
		refresh: ["update"],
		browser: ["chromium-headless-shell", "fonts-liberation"],
	},
	{ program: "dnf", install: ["install", "-y"], refresh: null, browser: ["chromium", "liberation-fonts"] },
	{
		program: "pacman",
		install: ["-S", "--noconfirm"],
		refresh: ["-Sy"],
		browser: ["chromium", "ttf-liberation"],
	},
	{ program: "apk", install: ["add"], refresh: ["update"], browser: ["chromium", "font-liberation"] },
];
const askAgainAfterMs = 24 * 3600_000;

/** A browser for probes and a sandbox for agents: use what is there, else get it where that is allowed, else say so. */
export async function findPrograms() {
	const lacksBrowser = !hasBrowser();
	const lacksSandbox = process.platform === "linux" && which("bwrap") === null;
	if (!lacksBrowser && !lacksSandbox) return;
	if (triedLately()) return tell();
	if (lacksBrowser) await downloadBrowser();
	await installPackages();
	writeStamp("programs", String(Date.now()));
	tell();
}

function triedLately() {
	return Date.now() - Number(readStamp("programs") ?? 0) < askAgainAfterMs;
}

function tell() {
	if (!hasBrowser())
		say(
			"no browser: probes can't be run. Install Chromium, Google Chrome or Edge, or run `npx playwright-core install chromium`.",
		);
	if (process.platform === "linux" && which("bwrap") === null)
		say("no sandbox: runs work, but nothing can be accepted. Install the package `bubblewrap`.");
}

function hasBrowser() {
	if (process.env.FUSELINE_BROWSER) return true;
	return (
		browserNames.some((name) => which(name) !== null) ||
		macBrowsers.some((file) => existsSync(file)) ||
		hasDownloaded()
	);
}

/** Playwright's own, and it starts: on a bare server its libraries may be missing. */
function hasDownloaded() {
	const base = path.join(
		homedir(),
		process.platform === "darwin" ? "Library/Caches" : ".cache",
		"ms-playwright",
	);
	if (!existsSync(base)) return false;
	return readdirSync(base).some((name) =>
		["chrome-linux/chrome", "chrome-linux64/chrome"]
			.map((inside) => path.join(base, name, inside))
			.some((file) => existsSync(file) && spawnSync(file, ["--version"], { timeout: 15_000 }).status === 0),
	);
}

async function downloadBrowser() {
	await step("downloading a browser for probes", () =>
		run([process.execPath, inRoot("node_modules/playwright-core/cli.js"), "install", "chromium"], {
			timeoutMs: 240_000,
		}),
	).catch(() => say("Playwright's browser can't be downloaded here"));
}

async function installPackages() {
	const manager = packageManagers.find(({ program }) => which(program) !== null);
	if (process.platform !== "linux" || !manager) return;
	const packages = [
		...(hasBrowser() ? [] : manager.browser),
		...(which("bwrap") === null ? ["bubblewrap"] : []),
	];
	if (packages.length === 0) return;
	const prefix = process.getuid?.() === 0 ? [] : ["sudo"];
	if (!(await mayInstall([...prefix, manager.program, ...manager.install, ...packages].join(" ")))) return;
	const environment = { DEBIAN_FRONTEND: "noninteractive" };
	await step(`installing ${packages.join(", ")}`, async () => {
		const install = () => run([...prefix, manager.program, ...manager.install, ...packages], { environment });
		await install().catch(async (error) => {
			if (!manager.refresh) throw error;
			await run([...prefix, manager.program, ...manager.refresh], { environment });
			await install();
		});
	}).catch((error) => say(error.message));
}

/** Unattended as root (CI, a container) it may; a person is asked; anybody else isn't bothered. */
async function mayInstall(command) {
	if (process.env.FUSELINE_NO_INSTALL) return false;
	const attended = process.stdin.isTTY && process.stderr.isTTY;
	if (process.getuid?.() === 0 && (process.env.CI || !attended)) return true;
	if (!attended) return false;
	const prompt = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await prompt.question(`fuseline: may I run \`${command}\`? [y/N] `);
	prompt.close();
	return /^y(es)?$/i.test(answer.trim());
}

function which(name) {
	for (const directory of (process.env.PATH ?? "").split(path.delimiter)) {
		if (directory === "") continue;
		const file = path.join(directory, name);
		try {
			accessSync(file, constants.X_OK);
			return file;
		} catch {
			// next folder
		}
	}
	return null;
}
