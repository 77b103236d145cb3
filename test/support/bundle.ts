import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

const root = join(import.meta.dirname, "../..");

/**
 * Bundles one entry of the server for a test, as `server/setup.mjs` does for real; returns the bundle's path. It lies
 * inside the repository so that packages resolve.
 */
export function bundle(source: string, name: string): string {
	const directory = join(root, "node_modules/.cache/fuseline-test", String(process.pid));
	mkdirSync(directory, { recursive: true });
	const outfile = join(directory, `${name}.mjs`);
	buildSync({
		entryPoints: [join(root, source)],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		packages: "external",
		sourcemap: "inline",
		logLevel: "error",
	});
	return outfile;
}
