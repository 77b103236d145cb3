import { readFileSync } from "node:fs";
import { type ProcessExit, spawnProcess } from "./spawn.ts";

export interface CommandOptions {
	argv: string[];
	cwd: string;
	environment: Record<string, string>;
	/** see `confine` */
	handed?: string | null;
	stdoutPath: string;
	stderrPath: string;
	marker: string;
	timeoutMs: number;
	/** kept per stream; 16 MiB if not said. Sixteen times as much output ends the command */
	keepBytes?: number;
	stdin?: string | Buffer | null;
	/** ends the command when it fires */
	signal?: AbortSignal;
}

export interface CommandResult extends ProcessExit {
	stdoutPath: string;
	stderrPath: string;
	/** ended because of `timeoutMs` */
	timedOut: boolean;
}

/** Runs one command to its end, with nothing of its tree left. A failing command is a result, not an error. */
export async function runCommand(o: CommandOptions): Promise<CommandResult> {
	const keepBytes = o.keepBytes ?? 16 * 1024 * 1024;
	const child = spawnProcess({
		argv: o.argv,
		cwd: o.cwd,
		environment: o.environment,
		handed: o.handed ?? null,
		stdin: o.stdin ?? null,
		stdoutPath: o.stdoutPath,
		stderrPath: o.stderrPath,
		marker: o.marker,
		limits: {
			wallMs: o.timeoutMs,
			idleMs: null,
			afterFinalMs: null,
			keepBytes,
			floodBytes: keepBytes * 16,
		},
	});
	const onAbort = () => void child.stop(2000).catch(() => {});
	o.signal?.addEventListener("abort", onAbort, { once: true });
	if (o.signal?.aborted) onAbort();
	try {
		const exit = await child.exited;
		return {
			...exit,
			stdoutPath: o.stdoutPath,
			stderrPath: o.stderrPath,
			timedOut: exit.endedBy === "wall",
		};
	} finally {
		o.signal?.removeEventListener("abort", onAbort);
	}
}

/** What a finished command wrote, for small outputs. */
export function readOutput(result: CommandResult): { stdout: string; stderr: string } {
	return { stdout: readFileSync(result.stdoutPath, "utf8"), stderr: readFileSync(result.stderrPath, "utf8") };
}
