import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";

export interface DetachedProcess {
	pid: number;
	/** resolves with the exit code (null: ended by a signal) as long as the caller lives */
	exited: Promise<number | null>;
}

/**
 * Starts a process that outlives its starter: a session of its own, output appended to a file (mode 0600).
 * `environment` is all it gets.
 * @throws the system's error if the program can't be started
 */
export function spawnDetached(
	argv: readonly [string, ...string[]],
	options: { cwd: string; environment: Record<string, string | undefined>; outputPath: string },
): DetachedProcess {
	mkdirSync(path.dirname(options.outputPath), { recursive: true, mode: 0o700 });
	const output = openSync(options.outputPath, "a", 0o600);
	try {
		const [program, ...rest] = argv;
		const child = spawn(program, rest, {
			cwd: options.cwd,
			env: options.environment as NodeJS.ProcessEnv,
			detached: true,
			stdio: ["ignore", output, output],
		});
		const exited = new Promise<number | null>((resolve) => {
			child.once("exit", resolve);
			child.once("error", () => resolve(null));
		});
		if (child.pid === undefined) throw new Error(`${program} can't be started`);
		child.unref();
		return { pid: child.pid, exited };
	} finally {
		closeSync(output);
	}
}
