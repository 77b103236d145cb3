import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

export interface Said {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** The command line, as set-up has built it, in an environment of its own. */
export function fuseline(args: string[], environment: Record<string, string>): Promise<Said> {
	const child = spawn(process.execPath, [join(root, ".build", "cli.mjs"), ...args], {
		cwd: root,
		env: environment as NodeJS.ProcessEnv,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (chunk) => (stdout += chunk));
	child.stderr.on("data", (chunk) => (stderr += chunk));
	return new Promise((done) => {
		child.on("close", (code) => done({ code, stdout, stderr }));
	});
}
