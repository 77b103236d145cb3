#!/usr/bin/env node
/**
 * Installs the coding CLIs that Fuseline can drive into a cache folder outside the repository:
 *
 *     npm run harnesses:install -- [codex] [claude-code] [opencode] [pi] [gemini] [--cache DIR] [--json]
 *
 * Without a name all of them. One folder per CLI: `<cache>/<id>/bin/<program>` is what gets started, `stamp.json` says which
 * version it is. Nothing is done twice. Dependency-free, because it must run before anything is installed.
 *
 * Cache: `--cache`, else $FUSELINE_HARNESS_CACHE, else $XDG_CACHE_HOME/fuseline/harnesses, else ~/.cache/fuseline/harnesses.
 * Exit 0: all are there. Exit 1: at least one could not be installed (the reason is printed). Exit 2: bad arguments.
 */
import { execFile, spawn } from "node:child_process";
import { access, constants, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Versions are the ones whose behaviour is recorded in `fixtures/`; another is asked for with `codex@VERSION`.
 * `programs`: where the real program lies, native builds first, because a wrapper script delays signals and hides the
 * process that has to be ended.
 */
export const harnessPackages = {
	codex: {
		npm: "@openai/codex",
		version: "0.171.0",
		name: "codex",
		programs: [
			"node_modules/@openai/codex-{platform}-{arch}/vendor/{triple}/bin/codex",
			"node_modules/@openai/codex-{platform}-{arch}/vendor/{triple}/codex/codex",
			"node_modules/@openai/codex/bin/codex.js",
		],
	},
	"claude-code": {
		npm: "@anthropic-ai/claude-code",
		version: "2.1.332",
		name: "claude",
		programs: [
			"node_modules/@anthropic-ai/claude-code-{platform}-{arch}/claude",
			"node_modules/@anthropic-ai/claude-code/bin/claude.exe",
			"node_modules/@anthropic-ai/claude-code/cli.js",
		],
	},
	opencode: {
		npm: "opencode-ai",
		version: "1.18.33",
		name: "opencode",
		programs: [
			"node_modules/opencode-{platform}-{arch}/bin/opencode",
			"node_modules/opencode-ai/bin/opencode.exe",
			"node_modules/opencode-ai/bin/opencode",
		],
	},
	pi: {
		npm: "@mariozechner/pi-coding-agent",
		version: "0.73.1",
		name: "pi",
		programs: ["node_modules/@mariozechner/pi-coding-agent/dist/cli.js", "node_modules/.bin/pi"],
	},
	gemini: {
		npm: "@google/gemini-cli",
		version: "0.61.0",
		name: "gemini",
		programs: ["node_modules/.bin/gemini"],
	},
};

/** Folder that holds one folder per CLI. */
export function harnessCacheDirectory(environment = process.env) {
	if (environment.FUSELINE_HARNESS_CACHE) return resolve(environment.FUSELINE_HARNESS_CACHE);
	const cache = environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), ".cache");
	return join(cache, "fuseline", "harnesses");
}

/** What is installed of one CLI: `{ id, package, version, program }`, or null. */
export async function installedHarness(cache, id) {
	try {
		const stamp = JSON.parse(await readFile(join(cache, id, "stamp.json"), "utf8"));
		await access(stamp.program, constants.X_OK);
		return stamp;
	} catch {
		return null;
	}
}

/** Installs one CLI if it isn't there in this version. Throws an Error whose message says what and how to mend it. */
export async function installHarness(cache, id, wanted, report = () => {}) {
	const entry = harnessPackages[id];
	const version = wanted ?? entry.version;
	const before = await installedHarness(cache, id);
	if (before && before.version === version) {
		report(`${id} ${version} is there: ${before.program}`);
		return before;
	}
	const directory = join(cache, id);
	// Built aside and renamed, so that a broken download never stands where a working CLI stood.
	const staging = join(cache, `.${id}.${process.pid}`);
	await rm(staging, { recursive: true, force: true });
	await mkdir(staging, { recursive: true, mode: 0o700 });
	try {
		await writeFile(join(staging, "package.json"), '{ "private": true }\n');
		report(`${id}: installing ${entry.npm}@${version} into ${directory} …`);
		await npmInstall(staging, `${entry.npm}@${version}`);
		const relative = await findProgram(staging, entry.programs);
		if (!relative) {
			throw new Error(
				`${entry.npm}@${version} has no program for ${process.platform}-${process.arch}: its optional package may be missing for this system`,
			);
		}
		await mkdir(join(staging, "bin"));
		await symlink(join("..", relative), join(staging, "bin", entry.name));
		const said = await versionOf(join(staging, "bin", entry.name), staging);
		await rm(directory, { recursive: true, force: true });
		await rename(staging, directory);
		const stamp = { id, package: entry.npm, version, program: join(directory, "bin", entry.name), said };
		await writeFile(join(directory, "stamp.json"), `${JSON.stringify(stamp, null, "\t")}\n`);
		report(`${id} ${version} installed: ${stamp.program} (${said})`);
		return stamp;
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
}

function npmInstall(cwd, spec) {
	return new Promise((done, fail) => {
		const npm = spawn("npm", ["install", spec, "--no-audit", "--no-fund", "--no-save", "--loglevel=error"], {
			cwd,
			stdio: ["ignore", "ignore", "pipe"],
		});
		let words = "";
		npm.stderr.on("data", (chunk) => {
			words = (words + chunk).slice(-2000);
		});
		npm.on("error", () => fail(new Error("npm is not in PATH; it comes with Node.js")));
		npm.on("close", (code) => {
			if (code === 0) return done();
			const said = words
				.split("\n")
				.filter((line) => /^npm error (?!code |errno |syscall |A complete log)/.test(line));
			const reason = (said[0] ?? words.trim().split("\n")[0] ?? "").replace(/^npm error /, "");
			fail(
				new Error(
					`npm install ${spec} failed (exit ${code}): ${reason || "is the package registry reachable?"}`,
				),
			);
		});
	});
}

async function findProgram(root, candidates) {
	const arch = process.arch;
	const machine = arch === "arm64" ? "aarch64" : "x86_64";
	const triple = process.platform === "darwin" ? `${machine}-apple-darwin` : `${machine}-unknown-linux-musl`;
	for (const candidate of candidates) {
		const path = candidate
			.replace("{platform}", process.platform)
			.replace("{arch}", arch)
			.replace("{triple}", triple);
		try {
			await access(join(root, path), constants.X_OK);
			return path;
		} catch {}
	}
	return null;
}

/** First line that looks like a version; some CLIs print it to stderr. A program that doesn't start is an error here. */
function versionOf(program, home) {
	const environment = { PATH: process.env.PATH ?? "", HOME: home, TERM: "dumb" };
	return new Promise((done, fail) => {
		execFile(program, ["--version"], { timeout: 60_000, env: environment }, (error, stdout, stderr) => {
			const line = `${stdout}\n${stderr}`.split("\n").find((text) => /\d+\.\d+/.test(text));
			if (line) done(line.trim());
			else
				fail(new Error(`${program} --version said nothing: ${error?.message ?? "no version in its output"}`));
		});
	});
}

async function main(argv) {
	const json = argv.includes("--json");
	const at = argv.indexOf("--cache");
	const cache = at >= 0 && argv[at + 1] ? resolve(argv[at + 1]) : harnessCacheDirectory();
	const names = argv.filter((word, index) => !word.startsWith("-") && index !== (at >= 0 ? at + 1 : -1));
	const known = Object.keys(harnessPackages);
	const wrong = names.find((name) => !known.includes(name.split("@")[0]));
	if (wrong) {
		console.error(`harnesses:install: "${wrong}" is not known; choose from ${known.join(", ")}`);
		return 2;
	}
	let failed = 0;
	const done = [];
	for (const name of names.length > 0 ? names : known) {
		const [id, version] = name.split("@");
		try {
			done.push(await installHarness(cache, id, version, (line) => json || console.log(line)));
		} catch (error) {
			failed += 1;
			console.error(`${id} could not be installed: ${error.message}`);
		}
	}
	if (json) console.log(JSON.stringify({ cache, installed: done }));
	return failed > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	process.exitCode = await main(process.argv.slice(2));
}
