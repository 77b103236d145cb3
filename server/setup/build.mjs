import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildDirectory, inRoot, root } from "./places.mjs";
import { run, SetupError, step } from "./progress.mjs";
import { hashOf, readStamp, removeStamp, writeStamp, writeWhole } from "./stamps.mjs";

/** Each is a process (or worker) of its own; `server/config.ts` names the same bundles. */
const entries = {
	daemon: "server/main.ts",
	runner: "server/runner/main.ts",
	cli: "server/cli/main.ts",
	next: "server/http/next-child.ts",
	browser: "server/browser/child.ts",
	image: "server/browser/image-worker.ts",
	upkeep: "server/upkeep/worker.ts",
	scripted: "server/harnesses/scripted/agent.ts",
	"look-browser": "server/browser/look-child.ts",
	look: "server/bridge/look-command.ts",
	"look-mcp": "server/bridge/look-mcp.ts",
	faults: "test/faults/main.ts",
	bench: "test/bench/main.ts",
};

/** One file per process, packages left outside: starts in 0.4 s where loading the sources takes 1.5 s. */
export async function bundleServer() {
	const wanted = hashOf(
		["server", "test/faults", "test/bench", "test/support", "prisma/schema.prisma", "package-lock.json"],
		(file) => !/^server\/demo\/[^/]+\/(project|loops)\//.test(file),
	);
	const outputs = Object.keys(entries).map((name) => path.join(buildDirectory, `${name}.mjs`));
	if (readStamp("server") === wanted && outputs.every((file) => existsSync(file))) return;
	await step("building the server", async () => {
		const { build } = await import(pathToFileURL(inRoot("node_modules/esbuild/lib/main.js")).href);
		try {
			const result = await build({
				absWorkingDir: root,
				entryPoints: Object.entries(entries).map(([out, source]) => ({ out, in: source })),
				outdir: buildDirectory,
				outExtension: { ".js": ".mjs" },
				bundle: true,
				platform: "node",
				format: "esm",
				target: "node20",
				packages: "external",
				sourcemap: "linked",
				write: false,
				logLevel: "silent",
			});
			for (const file of result.outputFiles) writeWhole(file.path, file.contents);
		} catch (error) {
			throw new SetupError(`The server can't be built: ${error.message.split("\n").slice(0, 3).join(" ")}`);
		}
	});
	writeStamp("server", wanted);
}

/** Pages read these and nothing else of the server. */
const pageSources = [
	"app",
	"components",
	"public",
	"server/domain",
	"server/protocols",
	"server/harnesses",
	"next.config.ts",
	"postcss.config.mjs",
	"tsconfig.json",
	"package-lock.json",
];

export async function buildPages() {
	const wanted = hashOf(pageSources);
	if (readStamp("pages") === wanted && existsSync(inRoot(".next/BUILD_ID"))) return;
	// the daemon takes the stamp for a whole build
	removeStamp("pages");
	await step("building the pages (about a minute)", () =>
		run([process.execPath, inRoot("node_modules/next/dist/bin/next"), "build"], {
			environment: { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
			failed: "The pages can't be built",
		}),
	);
	writeStamp("pages", wanted);
}
