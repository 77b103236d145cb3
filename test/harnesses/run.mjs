#!/usr/bin/env node
/**
 * `npm run test:harnesses -- [codex] [claude-code] [opencode] [pi] [gemini] [--failures]`: the real CLIs, unmodified, against the
 * scripted model server: two good loops and the tester's browser (`--mediated`: that alone), or with `--failures` every kind of failure (about a quarter of an hour). Installs what is missing into the cache of `npm run harnesses:install`; a CLI that can't be installed is skipped
 * and said so. Exit 0: everything that could run has passed.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { harnessCacheDirectory, harnessPackages, installHarness } from "../../server/harnesses/install.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const known = Object.keys(harnessPackages);
/** without a name: those that people use most; Gemini only when it is asked for */
const usual = known.filter((id) => id !== "gemini");
const words = process.argv.slice(2).filter((word) => word !== "--");
const names = words.filter((word) => !word.startsWith("-"));
const failures = words.includes("--failures");
/** `--mediated`: the tester's browser alone */
const only = words.includes("--mediated") ? ["mediated"] : null;
/** what vitest is to do beside: `--reporter=json` and the like */
const more = words.filter((word) => word.startsWith("-") && !["--failures", "--mediated"].includes(word));
const wrong = names.find((name) => !known.includes(name));
if (wrong) {
	console.error(`test:harnesses: "${wrong}" is not known; choose from ${known.join(", ")}`);
	process.exit(2);
}

const cache = harnessCacheDirectory();
const ready = [];
for (const id of names.length > 0 ? names : usual) {
	try {
		await installHarness(cache, id, undefined, (line) => console.log(line));
		ready.push(id);
	} catch (error) {
		console.log(`SKIPPED ${id}: it can't be installed here (${error.message})`);
	}
}
if (ready.length === 0) {
	console.log("No CLI could be installed, so nothing was tried. Is the package registry reachable?");
	process.exit(0);
}

const run = (program, args, environment, stdout = "inherit") =>
	new Promise((done) => {
		const child = spawn(program, args, {
			cwd: root,
			stdio: ["inherit", stdout, "inherit"],
			env: { ...process.env, ...environment },
		});
		child.on("exit", (code) => done(code ?? 1));
	});
// Asking for this command's help sets up what agents need, bundles and sandbox, but builds no pages.
if ((await run(process.execPath, ["server/setup.mjs", "cli", "examine", "--help"], {}, "ignore")) !== 0)
	process.exit(1);
process.exitCode = await run(
	process.execPath,
	[
		"node_modules/vitest/vitest.mjs",
		"run",
		"--config",
		"test/harnesses/vitest.config.ts",
		...(failures ? ["failures"] : (only ?? ["two-loops", "mediated"])),
		...(more.length > 0 ? more : ["--reporter", "verbose"]),
	],
	{ FUSELINE_TEST_HARNESSES: ready.join(","), FUSELINE_HARNESS_CACHE: cache },
);
