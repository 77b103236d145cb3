import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./root.ts";

const readyWithinMs = 60_000;

export interface TestDaemon {
	pid: number;
	port: number;
	artifactPort: number;
	/** `http://127.0.0.1:<port>` */
	url: string;
	token: string;
	/** SIGTERM, and its exit code; null: it was ended by a signal */
	stop(): Promise<number | null>;
	kill(): Promise<void>;
}

/** The real daemon, as set-up has built it, on a data directory and ports of its own. */
export async function startTestDaemon(
	dataDirectory: string,
	environment: Record<string, string> = {},
): Promise<TestDaemon> {
	const { child, exited, output } = launchDaemon(dataDirectory, environment);
	const file = join(dataDirectory, "daemon.json");
	for (const deadline = Date.now() + readyWithinMs; ; await sleep(50)) {
		if (child.exitCode !== null || Date.now() > deadline)
			throw new Error(`the daemon didn't start: ${output()}`);
		if (!existsSync(file)) continue;
		const said = JSON.parse(readFileSync(file, "utf8")) as Omit<TestDaemon, "token" | "stop" | "kill">;
		if (said.pid !== child.pid) continue;
		return {
			...said,
			token: readFileSync(join(dataDirectory, "token"), "utf8").trim(),
			async stop() {
				child.kill("SIGTERM");
				return exited;
			},
			async kill() {
				child.kill("SIGKILL");
				await exited;
			},
		};
	}
}

/** Starts it and watches it end; `output` is what it said on stderr. */
export function launchDaemon(
	dataDirectory: string,
	environment: Record<string, string> = {},
): { child: ChildProcess; exited: Promise<number | null>; output: () => string } {
	const variables: Record<string, string | undefined> = {
		PATH: process.env.PATH,
		HOME: process.env.HOME,
		FUSELINE_PORT: "0",
		...environment,
		FUSELINE_DATA_DIR: dataDirectory,
	};
	const child = spawn(process.execPath, [join(root, ".build", "daemon.mjs")], {
		cwd: root,
		env: variables as NodeJS.ProcessEnv,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let said = "";
	child.stderr?.on("data", (chunk) => {
		said += String(chunk);
	});
	const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
	return { child, exited, output: () => said };
}
