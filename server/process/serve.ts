import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Confinement, confine, type SandboxReport } from "./sandbox.ts";
import { readTail, spawnProcess } from "./spawn.ts";
import { findProgram } from "./which.ts";

export interface ServerOptions {
	/** a shell command line; PORT must be in `environment` */
	run: string;
	/** where it starts if there is no wall around it; inside one `confinement.chdir` holds */
	cwd: string;
	/** ready when a GET answers with a status below 500 */
	readyUrl: string;
	readyTimeoutMs: number;
	environment: Record<string, string>;
	confinement: Confinement;
	sandbox: SandboxReport;
	stdoutPath: string;
	stderrPath: string;
	marker: string;
	signal?: AbortSignal;
}

export interface RunningServer {
	ready: true;
	url: string;
	pid: number;
	startTime: string;
	/** resolves when it ended by itself or was stopped */
	exited: Promise<void>;
	/** ends the server and everything that it started, for sure */
	stop(): Promise<void>;
}

export interface FailedServer {
	ready: false;
	/** what it did, to be read after the command: "ended with code 1 before it was ready" */
	reason: string;
	exitCode: number | null;
	stdoutTail: string;
	stderrTail: string;
}

const pollMs = 50;
const tailBytes = 8 * 1024;
const keepBytes = 16 * 1024 * 1024;

/** Starts a candidate's server and waits until it answers. If it doesn't, nothing of it is left. */
export async function startServer(o: ServerOptions): Promise<RunningServer | FailedServer> {
	const shell = findProgram("sh") ?? "sh";
	const confined = confine([shell, "-c", o.run], o.environment, o.confinement, o.sandbox);
	const child = spawnProcess({
		argv: confined.argv,
		cwd: o.sandbox.tool === "bubblewrap" ? "/" : o.cwd,
		environment: confined.environment,
		stdin: null,
		stdoutPath: o.stdoutPath,
		stderrPath: o.stderrPath,
		marker: o.marker,
		limits: { wallMs: null, idleMs: null, afterFinalMs: null, keepBytes, floodBytes: 1024 * 1024 * 1024 },
	});
	let ended = false;
	const exited = child.exited.then(
		(exit) => {
			ended = true;
			return exit;
		},
		(error) => {
			ended = true;
			throw error;
		},
	);
	exited.catch(() => {});

	async function failed(reason: string): Promise<FailedServer> {
		await child.stop(1000);
		const exit = await exited;
		return {
			ready: false,
			reason,
			exitCode: exit.code,
			stdoutTail: readTail(o.stdoutPath, tailBytes),
			stderrTail: readTail(o.stderrPath, tailBytes),
		};
	}

	const deadline = performance.now() + o.readyTimeoutMs;
	let last = "nothing answers";
	while (!ended) {
		if (o.signal?.aborted) return failed("was stopped while it started");
		const answer = await ask(o.readyUrl, Math.max(100, Math.min(2000, deadline - performance.now())));
		// another program may hold the port: an answer counts only while our server lives
		if (!ended && answer.status !== null && answer.status < 500) {
			return {
				ready: true,
				url: o.readyUrl,
				pid: child.pid,
				startTime: child.startTime,
				exited: exited.then(() => undefined),
				stop: () => child.stop(1000),
			};
		}
		last = answer.status === null ? answer.error : `it answers with status ${answer.status}`;
		if (performance.now() > deadline) {
			return failed(`wasn't ready at ${o.readyUrl} after ${Math.round(o.readyTimeoutMs / 1000)} s (${last})`);
		}
		await sleep(pollMs);
	}
	const exit = await exited;
	return failed(
		exit.signal === null
			? `ended with code ${exit.code} before it was ready`
			: `was ended by ${exit.signal} before it was ready`,
	);
}

function ask(url: string, timeoutMs: number): Promise<{ status: number | null; error: string }> {
	return new Promise((resolve) => {
		const asked = request(
			url,
			{ agent: false, timeout: timeoutMs, headers: { accept: "*/*" } },
			(response) => {
				resolve({ status: response.statusCode ?? null, error: "" });
				response.resume();
				// a ready page may stream for ever
				response.destroy();
			},
		);
		asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
		asked.on("error", (error: NodeJS.ErrnoException) =>
			resolve({
				status: null,
				error: error.code === "ECONNREFUSED" ? "nothing listens there" : error.message,
			}),
		);
		asked.end();
	});
}
