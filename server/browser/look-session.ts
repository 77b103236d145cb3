import { mkdir, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { LookRequest } from "../domain/look.ts";
import type { SandboxReport } from "../process/sandbox.ts";
import { type RunningProcess, spawnProcess } from "../process/spawn.ts";
import { type LookJob, type LookOutcome, lookTimes } from "./look-job.ts";
import { type Slot, takeSlot } from "./slots.ts";
import { writeBrowserWrapper } from "./wrapper.ts";

export interface LookSessionOptions {
	/** origin of the served candidate */
	url: string;
	/** path of the browser */
	browserPath: string;
	/** bundle of `look-child.ts` */
	entry: string;
	/** own folder of this session: pictures and the browser's profile */
	directory: string;
	/** short path (107 bytes at most) at which the child finds us; made here */
	socket: string;
	sandbox: SandboxReport;
	masked: string[];
	/** folder of the machine-wide limit, and how many may be open at once */
	slotsDirectory: string;
	limit: number;
	marker: string;
	path: string;
}

export interface LookSession {
	/** One request after the other. Rejects when there is no browser (any more); a later call may work again. */
	call(request: LookRequest): Promise<LookOutcome>;
	/** Ends the browser for sure and frees its place. */
	close(): Promise<void>;
}

const slotPatienceMs = 40_000;

/**
 * A tester's browser in a process of its own. It starts with the first call: a tester that doesn't look costs none. The
 * page's state lives as long as the session, over all calls.
 */
export function lookSession(options: LookSessionOptions): LookSession {
	let running: Promise<Running> | null = null;
	let closed = false;
	const abort = new AbortController();
	return {
		async call(request) {
			if (closed) throw new Error("the examination is over");
			running ??= start(options, abort.signal);
			const mine = running;
			try {
				const outcome = await (await mine).ask(request);
				return outcome;
			} catch (error) {
				if (running === mine) running = null;
				await mine.then((one) => one.stop()).catch(() => {});
				throw error;
			}
		},
		async close() {
			closed = true;
			abort.abort();
			await running?.then((one) => one.stop()).catch(() => {});
		},
	};
}

interface Running {
	ask(request: LookRequest): Promise<LookOutcome>;
	stop(): Promise<void>;
}

async function start(options: LookSessionOptions, signal: AbortSignal): Promise<Running> {
	const patience = AbortSignal.any([signal, AbortSignal.timeout(slotPatienceMs)]);
	const slot = await takeSlot(options.slotsDirectory, options.limit, patience).catch(() => {
		throw new Error(
			`all ${options.limit} browsers of this machine's testers are in use; try again in a minute`,
		);
	});
	try {
		return await startWithSlot(options, slot);
	} catch (error) {
		await slot.release();
		throw error;
	}
}

async function startWithSlot(options: LookSessionOptions, slot: Slot): Promise<Running> {
	await rm(options.socket, { force: true });
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.socket, resolve);
	});
	const child = await spawnChild(options);
	const ended = child.exited.then(
		() => undefined,
		() => undefined,
	);
	const stop = async () => {
		server.close();
		await child.stop(500).catch(() => {});
		await slot.release();
	};
	const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
	const socket = await Promise.race([connected, ended]);
	if (socket === undefined) {
		await stop();
		const { stderrTail } = await child.exited;
		throw new Error(`the browser did not start${firstError(stderrTail)}`);
	}
	socket.on("error", () => {});
	const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
	return {
		async ask(request) {
			socket.write(`${JSON.stringify(request)}\n`);
			const answer = await Promise.race([answers.next(), late(lookTimes.callMs + 15_000)]);
			if (answer === null || answer.done) {
				throw new Error("the browser ended in the middle of the call; the next call starts a new one");
			}
			return JSON.parse(answer.value) as LookOutcome;
		},
		stop,
	};
}

function late(milliseconds: number): Promise<null> {
	return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref());
}

async function spawnChild(options: LookSessionOptions): Promise<RunningProcess> {
	const { directory } = options;
	const temporary = join(directory, "browser");
	await mkdir(temporary, { recursive: true, mode: 0o700 });
	const environment = { PATH: options.path, HOME: temporary, TMPDIR: temporary, LANG: "C.UTF-8", TZ: "UTC" };
	const walled = options.sandbox.level === "enforced";
	const job: LookJob = {
		url: options.url,
		socket: options.socket,
		outputDirectory: directory,
		browserPath: walled
			? await writeBrowserWrapper({
					browserPath: options.browserPath,
					directory: temporary,
					masked: options.masked,
					environment: { ...environment, TMPDIR: "/tmp", FUSELINE_MARKER: options.marker },
					sandbox: options.sandbox,
				})
			: options.browserPath,
		sandbox: (walled ? options.sandbox.tool : null) ?? "none",
		ownSandboxOff: walled || process.getuid?.() === 0,
	};
	return spawnProcess({
		argv: [process.execPath, options.entry],
		cwd: directory,
		environment,
		stdin: JSON.stringify(job),
		stdoutPath: join(directory, "look.out"),
		stderrPath: join(directory, "look.err"),
		marker: options.marker,
		limits: { wallMs: null, idleMs: null, afterFinalMs: null, keepBytes: 1024 * 1024, floodBytes: null },
	});
}

function firstError(stderr: string): string {
	const line = stderr.split("\n").find((one) => /Error|error/.test(one)) ?? "";
	return line === "" ? "" : `: ${line.trim().slice(0, 300)}`;
}
