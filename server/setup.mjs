#!/usr/bin/env node
// Makes a checkout ready and then does what was asked. Needs nothing but Node; every step is skipped when it is done.
//
//     node server/setup.mjs                      all steps
//     node server/setup.mjs cli [ARGUMENTS]      the command line (npm start, npm run demo, npm run fuseline)
//     node server/setup.mjs test [ARGUMENTS]     vitest (npm test)
//     node server/setup.mjs drift                do the committed migrations make the schema? (npm run check:generated)
//     node server/setup.mjs dev [ARGUMENTS]      the dashboard with hot reload (npm run dev)
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildPages, bundleServer } from "./setup/build.mjs";
import { checkDrift, checkNode, generateClient, installDependencies } from "./setup/dependencies.mjs";
import { withLock } from "./setup/lock.mjs";
import { buildDirectory, inRoot, root } from "./setup/places.mjs";
import { findPrograms } from "./setup/programs.mjs";
import { SetupError, say } from "./setup/progress.mjs";

/** Commands that start agents or show pages; the others read, and need the server's bundles only. */
const needPages = new Set(["start", "demo", "run", "open"]);
const needPrograms = new Set(["start", "demo", "run", "examine"]);

async function prepare({ pages, programs }) {
	checkNode();
	await withLock(async () => {
		await installDependencies();
		await generateClient();
		await bundleServer();
		if (pages) await buildPages();
		if (programs) await findPrograms();
	});
}

/** In this very process: signals and the terminal reach the command as if nothing stood between. */
async function runCommandLine(args) {
	const file = path.join(buildDirectory, "cli.mjs");
	process.argv = [process.execPath, file, ...args];
	process.setSourceMapsEnabled(true);
	await import(pathToFileURL(file).href);
}

/** What `npm test` runs; the demo as a whole takes minutes of its own: `npm run test:acceptance`, and in CI. */
const usual = ["unit", "rules", "integration", "e2e"].flatMap((name) => ["--project", name]);

function runTests(args) {
	const chosen = args.some((word) => word.startsWith("--project"));
	const child = spawn(
		process.execPath,
		[inRoot("node_modules/vitest/vitest.mjs"), "run", ...(chosen ? args : [...usual, ...args])],
		{
			cwd: root,
			stdio: "inherit",
		},
	);
	// the terminal signals the whole group; vitest ends its workers, we wait for it
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
	child.once("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

async function main([what = "all", ...args]) {
	switch (what) {
		case "all":
			await prepare({ pages: true, programs: true });
			say("everything is ready: `npm run demo` or `npm start`");
			return;
		case "cli": {
			const command = args.find((word) => !word.startsWith("-")) ?? "";
			await prepare({ pages: needPages.has(command), programs: needPrograms.has(command) });
			return runCommandLine(args);
		}
		case "dev":
			await prepare({ pages: false, programs: true });
			process.env.FUSELINE_DEVELOPMENT = "1";
			return runCommandLine(["start", ...args]);
		case "drift":
			checkNode();
			await withLock(async () => {
				await installDependencies();
				await checkDrift();
			});
			return;
		case "test":
			await prepare({ pages: existsSync(inRoot("app")), programs: true });
			return runTests(args);
		default:
			throw new SetupError(`unknown task "${what}": use all, cli, test, dev or drift`);
	}
}

main(process.argv.slice(2)).catch((error) => {
	say(error instanceof SetupError ? error.message : (error?.stack ?? String(error)));
	process.exit(1);
});
