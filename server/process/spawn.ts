import { once } from "node:events";
import { closeSync, constants, openSync, readSync, statSync, truncateSync } from "node:fs";
import type { Writable } from "node:stream";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { execa } from "execa";
import { DomainError } from "../domain/errors.ts";
import type { EndedBy } from "../domain/harness.ts";
import { type ControlGroup, type GroupPlace, startInGroup } from "./control-group.ts";
import { followFile } from "./follow-file.ts";
import { startTimeOf } from "./identity.ts";
import { LineCutter, type LineListener } from "./lines.ts";
import { trackTree } from "./process-tree.ts";
import { guardProcesses, kernelEnded, watchResources } from "./watch-resources.ts";

export interface ProcessLimits {
	/** wall clock in ms; null = none */
	wallMs: number | null;
	/** no new line (without `onLine`: no new byte) for so long while no tool call is open ends it as hung */
	idleMs: number | null;
	/** how long it may live on after its last word (`isFinal`) */
	afterFinalMs: number | null;
	/** kept per stream when it has ended; the rest is counted and still cut into lines, and the child lives on */
	keepBytes: number;
	/** more output than this (both streams together) ends it; null = none */
	floodBytes: number | null;
	/** resident memory of the whole tree; not said: three quarters of the machine's */
	memoryBytes?: number | undefined;
	/** processes of the whole tree; not said: 4096 */
	processes?: number | undefined;
	/** user and system time of the whole tree in ms; not said: any */
	cpuMs?: number | undefined;
}

export interface SpawnOptions {
	argv: string[];
	cwd: string;
	/** all that the child sees, together with the marker; nothing of our own environment passes */
	environment: Record<string, string>;
	stdin: string | Buffer | null;
	/** what the wrapper of a sandbox reads from descriptor 3, see `confine` */
	handed?: string | null;
	stdoutPath: string;
	stderrPath: string;
	/** put into the child's environment as FUSELINE_MARKER: whatever it starts can be found by it */
	marker: string;
	limits: ProcessLimits;
	/** where a control group is made for it and all that it starts; null or not said: none */
	groups?: GroupPlace | null;
	/** `truncated`: the line was longer than 8 MiB and is cut; the file has all of it */
	onLine?: LineListener;
	/** the CLI has said its last word */
	isFinal?: () => boolean;
	toolCallOpen?: () => boolean;
}

export interface ProcessExit {
	code: number | null;
	signal: string | null;
	/** set when we ended it. `crash` is for callers that find a call cut off by their own death; never set here */
	endedBy: null | EndedBy;
	/** with which figures it ran into a limit; null where there is nothing to add */
	why: string | null;
	durationMs: number;
	/** all bytes that the child wrote to stdout, also those beyond `keepBytes` */
	stdoutBytes: number;
	stderrTail: string;
}

export interface RunningProcess {
	pid: number;
	startTime: string;
	/**
	 * Resolves when the process has ended, its whole tree is gone for sure, and every line was handed on. Waits for the
	 * exit, never for pipes. Rejects only if something can't be ended, or with what `onLine` threw.
	 */
	exited: Promise<ProcessExit>;
	/** SIGTERM, after `graceMs` (5 s) SIGKILL; resolves when the tree is gone */
	stop(graceMs?: number): Promise<void>;
	/** the same because a limit that the caller watches is passed; `cause` and `why` become those of the exit */
	endForBudget(cause: "budget" | "turns", why: string): Promise<void>;
}

const tickMs = 40;
const defaultGraceMs = 5000;
const stderrTailBytes = 8 * 1024;

/** Starts a program in a process group of its own with stdout and stderr going straight into files (0600). */
export function spawnProcess(o: SpawnOptions): RunningProcess {
	const program = o.argv[0];
	if (program === undefined) throw new DomainError("invalid_input", "There is no program to start.");
	const stdout = openOutput(o.stdoutPath);
	const stderr = openOutput(o.stderrPath);
	const startedAt = performance.now();
	const wanted = {
		memoryBytes: o.limits.memoryBytes ?? null,
		processes: o.limits.processes ?? guardProcesses,
	};
	const { child, group } = startInGroup(o.groups ?? null, wanted, () =>
		execa(program, o.argv.slice(1), {
			cwd: o.cwd,
			env: { ...o.environment, FUSELINE_MARKER: o.marker },
			extendEnv: false,
			detached: true,
			cleanup: false,
			buffer: false,
			reject: false,
			// the types know descriptors up to 9 only; any number works
			stdio: [
				o.stdin === null ? "ignore" : "pipe",
				stdout as 3,
				stderr as 3,
				...(o.handed === null || o.handed === undefined ? [] : ["pipe" as const]),
			],
			...(o.stdin === null ? {} : { input: o.stdin }),
		}),
	);
	const handing = child.stdio[3] as Writable | null | undefined;
	handing?.on("error", () => {});
	handing?.end(o.handed);
	// a child that doesn't read its input, or never started, tells so by its exit
	child.catch(() => {});
	child.stdin?.on("error", () => {});
	const ended = once(child, "exit") as Promise<[number | null, string | null]>;
	ended.catch(() => {});
	closeSync(stdout);
	closeSync(stderr);
	const pid = child.pid;
	if (pid === undefined) {
		group?.remove();
		throw new DomainError(
			"unavailable",
			`"${program}" can't be started in ${o.cwd}: the program or the folder isn't there, or isn't executable.`,
		);
	}
	return supervise(o, pid, group, ended, startedAt);
}

function supervise(
	o: SpawnOptions,
	pid: number,
	group: ControlGroup | null,
	ended: Promise<[number | null, string | null]>,
	startedAt: number,
): RunningProcess {
	const tree = trackTree(pid, o.marker, group);
	// a process that is already gone has no start time any more; any unique text does
	const startTime = startTimeOf(pid) ?? `ended:${startedAt}`;
	let endedBy: ProcessExit["endedBy"] = null;
	let why: string | null = null;
	const resources = watchResources(tree, o.limits, group);
	let failure: unknown = null;
	let lastActivity = startedAt;
	let finalSince: number | null = null;
	let killTimer: NodeJS.Timeout | null = null;
	let reading = false;
	let observeAt = 1;

	const cutter = new LineCutter((line, offset, truncated) => {
		lastActivity = performance.now();
		o.onLine?.(line, offset, truncated);
	});
	const out = followFile(o.stdoutPath, (chunk) => (o.onLine ? cutter.push(chunk) : touch()), wake);
	const err = followFile(o.stderrPath, () => {});

	function touch(): void {
		lastActivity = performance.now();
	}

	function read(): boolean {
		if (failure !== null) return false;
		try {
			// what is beyond a flood's limit is nobody's message any more
			return out.readSlice(o.limits.floodBytes ?? Number.POSITIVE_INFINITY);
		} catch (error) {
			failure = error;
			terminate("stop", 0);
			return false;
		}
	}

	function wake(): void {
		if (reading) return;
		reading = true;
		setImmediate(() => {
			reading = false;
			if (!closed && read()) wake();
		});
	}

	function kill(): void {
		tree.end().catch((error) => {
			failure ??= error;
		});
	}

	function terminate(cause: EndedBy, graceMs: number, words: string | null = null): void {
		if (endedBy === null) [endedBy, why] = [cause, words];
		else if (graceMs > 0) return;
		if (killTimer) clearTimeout(killTimer);
		if (graceMs > 0) {
			tree.askToEnd();
			killTimer = setTimeout(kill, graceMs);
		} else kill();
	}

	function tick(): void {
		const now = performance.now();
		const age = now - startedAt;
		if (age >= observeAt) {
			tree.observe();
			observeAt = age < 500 ? age : age + 1000;
		}
		wake();
		if (endedBy !== null) return;
		const { wallMs, idleMs, afterFinalMs, floodBytes } = o.limits;
		const over = resources.look(age);
		if (o.toolCallOpen?.()) lastActivity = now;
		if (o.isFinal?.()) finalSince ??= now;
		else finalSince = null;
		// at once: what grows like this must not get five seconds more
		if (over !== null) terminate(over.cause, 0, over.why);
		else if (floodBytes !== null && out.size() + err.size() > floodBytes) terminate("flood", 0);
		else if (wallMs !== null && age > wallMs) terminate("wall", defaultGraceMs);
		else if (afterFinalMs !== null && finalSince !== null && now - finalSince > afterFinalMs) {
			terminate("after_final", defaultGraceMs);
		} else if (idleMs !== null && now - lastActivity > idleMs && out.size() === out.bytes) {
			terminate("idle", defaultGraceMs);
		}
	}

	let closed = false;
	const timer = setInterval(tick, tickMs);
	// the first children of a wrapper are caught early: a call may be over before the first tick
	const early = [1, 4, 12].map((ms) => setTimeout(() => tree.observe(), ms));

	async function finish(): Promise<ProcessExit> {
		const [code, signal] = await ended;
		const durationMs = performance.now() - startedAt;
		if (killTimer) clearTimeout(killTimer);
		for (const timeout of early) clearTimeout(timeout);
		clearInterval(timer);
		try {
			await tree.end();
			// the kernel was quicker than our next look
			if (endedBy === null && group?.hit() === "memory") {
				[endedBy, why] = ["memory", kernelEnded(o.limits.memoryBytes)];
			}
			while (read()) await yieldToLoop();
			if (failure === null && o.onLine) cutter.end();
			if (failure !== null) throw failure;
			const stdoutBytes = out.size();
			const stderrTail = readTail(o.stderrPath, stderrTailBytes);
			for (const path of [o.stdoutPath, o.stderrPath]) {
				if (statSync(path).size > o.limits.keepBytes) truncateSync(path, o.limits.keepBytes);
			}
			return { code, signal, endedBy, why, durationMs, stdoutBytes, stderrTail };
		} finally {
			closed = true;
			await group?.remove();
			out.close();
			err.close();
		}
	}

	const exited = finish();
	// the promise may be taken up later; it must not count as unhandled until then
	exited.catch(() => {});
	return {
		pid,
		startTime,
		exited,
		async stop(graceMs = defaultGraceMs) {
			terminate("stop", graceMs);
			await exited;
		},
		async endForBudget(cause, words) {
			terminate(cause, defaultGraceMs, words);
			await exited;
		},
	};
}

function openOutput(path: string): number {
	const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW } = constants;
	return openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW, 0o600);
}

/** The last bytes of a file as text; broken UTF-8 at the cut becomes U+FFFD. */
export function readTail(path: string, bytes: number): string {
	const descriptor = openSync(path, "r");
	try {
		const size = statSync(path).size;
		const buffer = Buffer.alloc(Math.min(size, bytes));
		const count = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
		return buffer.toString("utf8", 0, count);
	} finally {
		closeSync(descriptor);
	}
}
