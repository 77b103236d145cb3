import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Config } from "../config.ts";
import { isAlive } from "../process/identity.ts";
import { spawnDetached } from "../process/spawn-detached.ts";
import { CliError } from "./exit.ts";

const daemonFile = z.object({ pid: z.number(), startTime: z.string(), url: z.string() });

export interface Daemon {
	pid: number;
	startTime: string;
	url: string;
	token: string;
}

const readyWithinMs = 90_000;
const goneWithinMs = 20_000;
const lookEveryMs = 50;

/** The daemon of this data directory; null if none lives (what a dead one left behind doesn't count). */
export function findDaemon(config: Config): Daemon | null {
	try {
		const text = readFileSync(path.join(config.dataDirectory, "daemon.json"), "utf8");
		const said = daemonFile.parse(JSON.parse(text));
		if (!isAlive(said.pid, said.startTime)) return null;
		const token = readFileSync(path.join(config.dataDirectory, "token"), "utf8").trim();
		return { ...said, token };
	} catch {
		return null;
	}
}

/**
 * Starts a daemon in the background, with these settings over the user's own, and waits until it answers.
 * `mine`: false if another command was faster and its daemon is used.
 * @throws CliError 1 with the daemon's own last words if it doesn't get ready
 */
export async function startDaemon(
	config: Config,
	environment: Record<string, string>,
): Promise<{ daemon: Daemon; mine: boolean }> {
	const outputPath = path.join(config.dataDirectory, "logs", "daemon.out");
	const before = sizeOf(outputPath);
	const child = spawnDetached([process.execPath, config.entry("daemon")], {
		cwd: config.repositoryRoot,
		environment: { ...config.environment, ...environment },
		outputPath,
	});
	let ended = false;
	void child.exited.then(() => {
		ended = true;
	});
	for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline && !ended; ) {
		const daemon = findDaemon(config);
		if (daemon && (await answers(daemon.url))) return { daemon, mine: daemon.pid === child.pid };
		await sleep(lookEveryMs);
	}
	// another command may have been faster: then there is a daemon, if not ours
	const other = ended ? await otherDaemon(config) : null;
	if (other) return { daemon: other, mine: false };
	if (!ended) process.kill(child.pid, "SIGKILL");
	const words = lastLine(outputPath, before);
	throw new CliError(1, words || `the daemon didn't get ready; ${outputPath} may say why`);
}

async function otherDaemon(config: Config): Promise<Daemon | null> {
	const other = findDaemon(config);
	return other && (await answers(other.url)) ? other : null;
}

/** Asks a daemon to end in good order and waits until it is gone; a daemon that doesn't go is ended. */
export async function stopDaemon(daemon: Daemon): Promise<void> {
	const alive = () => isAlive(daemon.pid, daemon.startTime);
	if (!alive()) return;
	process.kill(daemon.pid, "SIGTERM");
	for (const deadline = Date.now() + goneWithinMs; alive() && Date.now() < deadline; )
		await sleep(lookEveryMs);
	if (alive()) process.kill(daemon.pid, "SIGKILL");
	while (alive()) await sleep(lookEveryMs);
}

/** Any answer from the door will do: it doesn't listen before it is ready. */
async function answers(url: string): Promise<boolean> {
	try {
		await fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) });
		return true;
	} catch {
		return false;
	}
}

function sizeOf(file: string): number {
	try {
		return readFileSync(file).length;
	} catch {
		return 0;
	}
}

function lastLine(file: string, from: number): string {
	try {
		const text = readFileSync(file).subarray(from).toString("utf8");
		return text.trim().split("\n").at(-1) ?? "";
	} catch {
		return "";
	}
}

export function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
