import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";

/** A child of ours that says `ready` over its channel, and that ends itself when the channel closes with its parent. */
export interface ChannelChild {
	pid: number;
	/** resolves when it is ready; rejects when it ended before */
	ready: Promise<void>;
	exited: Promise<{ code: number | null; signal: string | null }>;
	/** SIGTERM, after the grace SIGKILL; resolves when it is gone */
	stop(graceMs: number): Promise<void>;
}

/** `environment` is all that it gets; output is appended to a file of mode 0600. */
export function startChannelChild(
	argv: readonly [string, ...string[]],
	options: { cwd: string; environment: Record<string, string>; outputPath: string },
): ChannelChild {
	mkdirSync(path.dirname(options.outputPath), { recursive: true, mode: 0o700 });
	const output = openSync(options.outputPath, "a", 0o600);
	const [program, ...rest] = argv;
	let child: ChildProcess;
	try {
		child = spawn(program, rest, {
			cwd: options.cwd,
			env: options.environment as NodeJS.ProcessEnv,
			stdio: ["ignore", output, output, "ipc"],
		});
	} finally {
		closeSync(output);
	}
	const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
		child.once("exit", (code, signal) => resolve({ code, signal }));
		child.once("error", () => resolve({ code: null, signal: null }));
	});
	const ready = new Promise<void>((resolve, reject) => {
		child.on("message", (message) => {
			if (message === "ready") resolve();
		});
		void exited.then(() =>
			reject(new Error(`${path.basename(rest[0] ?? program)} ended before it was ready`)),
		);
	});
	ready.catch(() => {});
	return {
		pid: child.pid ?? 0,
		ready,
		exited,
		async stop(graceMs) {
			child.kill("SIGTERM");
			// Next doesn't go while a streamed connection is open
			const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
			await exited;
			clearTimeout(timer);
		},
	};
}
