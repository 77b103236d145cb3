import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface Said {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** The real command line, as set-up has built it, on a data directory of its own. */
export function fuseline(dataDirectory: string, ...args: string[]): Promise<Said> & { interrupt(): void } {
	const child = spawn(process.execPath, [join(root, ".build", "cli.mjs"), ...args], {
		cwd: root,
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			FUSELINE_PORT: "0",
			FUSELINE_DATA_DIR: dataDirectory,
		} as unknown as NodeJS.ProcessEnv,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let [stdout, stderr] = ["", ""];
	child.stdout.on("data", (chunk) => {
		stdout += String(chunk);
	});
	child.stderr.on("data", (chunk) => {
		stderr += String(chunk);
	});
	const said = new Promise<Said>((resolve) => {
		child.once("close", (code) => resolve({ code, stdout, stderr }));
	});
	return Object.assign(said, { interrupt: () => void child.kill("SIGINT") });
}
