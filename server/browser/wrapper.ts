import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { confine, type SandboxReport } from "../process/sandbox.ts";

export interface WrapperOptions {
	browserPath: string;
	/** the only folder that the browser may write: profile, pictures, temporary files */
	directory: string;
	/** folders that the browser must not see: data directory, keys */
	masked: string[];
	environment: Record<string, string>;
	sandbox: SandboxReport;
}

/**
 * Writes a script that starts the browser inside the sandbox, to be used as its executable. The library talks to the
 * browser over inherited descriptors, which the sandbox passes through.
 */
export async function writeBrowserWrapper(options: WrapperOptions): Promise<string> {
	const confined = confine(
		[options.browserPath],
		options.environment,
		{
			workspace: { at: options.directory, mode: "read-write", overlay: null },
			readable: [],
			writable: [],
			state: [],
			masked: options.masked,
			chdir: options.directory,
		},
		options.sandbox,
	);
	const variables = Object.entries(confined.environment).map(
		([name, value]) => `export ${name}=${quote(value)}`,
	);
	const lines = ["#!/bin/sh", ...variables, `exec ${confined.argv.map(quote).join(" ")} "$@"`, ""];
	const path = join(options.directory, "browser.sh");
	await writeFile(path, lines.join("\n"), { mode: 0o700 });
	return path;
}

function quote(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
