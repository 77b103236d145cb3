import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import { faultPoint } from "../fault-point.ts";
import type { Log } from "../log.ts";
import { isAlive, startTimeOf } from "../process/identity.ts";
import { endLeftBehind } from "../process/left-behind.ts";
import { keepReserve } from "../process/reserve.ts";
import { isStorageFault, withReserve } from "../process/storage-fault.ts";
import { endMarked } from "../process/sweep.ts";
import { pendingCommands, takeCommand } from "../store/commands.ts";
import { appendRunEvent } from "../store/events.ts";
import { openStore, type Store } from "../store/open.ts";
import { type RunRow, readRun } from "../store/run-rows.ts";
import { claimRun, countIntervention, releaseRun, setRunStatus } from "../store/run-status.ts";
import { browserFor } from "./browser-for.ts";
import { startControl } from "./control.ts";
import { advanceRun, clearCalls } from "./engine.ts";
import { LeaveRun } from "./leave.ts";
import { prepareContext } from "./prepare-context.ts";
import type { RunContext } from "./run-context.ts";
import { runPaths } from "./run-paths.ts";
import { type SpaceWatch, watchSpace } from "./space-watch.ts";

/** Loads that end without a finished step before the run is set aside (n8n's guard: counted before the load). */
const crashLimit = 3;
/** how long a call that was told to end is waited for */
const settleWithinMs = 10_000;

/**
 * Carries one run as far as it goes: to its end, or until it has to wait for a person. Returns at once if another living
 * process has the run, or if nobody wants it to go on.
 */
export async function runRunner(host: Config, log: Log, runId: string): Promise<void> {
	const store = openStore(host.databaseFile, { migrationsDirectory: host.migrationsDirectory });
	const self = { pid: process.pid, startTime: startTimeOf(process.pid) ?? "" };
	faultPoint("runner.opened");
	const space = watchSpace(host);
	if (space.low() === null) keepReserve(host.dataDirectory);
	try {
		if (!claimRun(store, runId, self, isAlive)) {
			log.info("another runner has this run", { runId });
			return;
		}
		faultPoint("runner.claimed");
		if (!mayGoOn(store, runId)) {
			releaseRun(store, runId, self.pid);
			return;
		}
		await carry(host, log, store, runId, space);
		faultPoint("runner.ended");
		releaseRun(store, runId, self.pid);
		faultPoint("runner.released");
	} catch (error) {
		if (!isStorageFault(error)) throw error;
		await pauseForStorage(host, log, store, runId, error);
	} finally {
		store.close();
	}
}

async function carry(host: Config, log: Log, store: Store, runId: string, space: SpaceWatch): Promise<void> {
	const ended = (await endMarked(runId)) + (await endLeftBehind(runPaths(host.dataDirectory, runId).root));
	if (ended > 0) log.warn("ended processes that an earlier runner left", { runId, ended });
	faultPoint("runner.swept");
	const control = startControl(store, runId, space);
	const faults = catchStorageFaults();
	// SIGTERM is the system asking us to go: the step under way is taken up again by the next runner
	let context: RunContext | null = null;
	try {
		context = await prepareContext(host, store, runId, runId, control);
		faultPoint("runner.prepared");
		setRunStatus(store, runId, { status: "running" });
		faultPoint("runner.running");
		warnAboutSandbox(context);
		await warnAboutBrowser(context);
		await clearCalls(context);
		const advancing = advanceRun(context);
		await Promise.race([advancing, faults.come]).catch(async (error) => {
			// what is still under way ends first: nothing may be written after the run has said that it rests
			control.abandon({ status: "paused" });
			await Promise.race([advancing.catch(() => {}), sleep(settleWithinMs)]);
			throw error;
		});
	} catch (error) {
		if (isStorageFault(error)) await pauseForStorage(host, log, store, runId, error);
		else leave(host, log, store, runId, error);
		faultPoint("runner.left");
	} finally {
		faults.release();
		control.close();
		context?.contents.close();
		await endMarked(runId);
		// a run that rests keeps no copies: they may be what has filled the disk
		if (context !== null) await clearCalls(context).catch(() => {});
	}
}

/** Turns whatever ended the work into a status with its reason. */
function leave(host: Config, log: Log, store: Store, runId: string, error: unknown): void {
	if (error instanceof LeaveRun) {
		withReserve(host.dataDirectory, () => setRunStatus(store, runId, error.change));
		return;
	}
	const message = error instanceof Error ? error.message : String(error);
	log.error("run failed", { runId, error: error instanceof Error ? error.stack : message });
	const known = error instanceof DomainError;
	if (known && error.code === "infrastructure") {
		// the machine's fault, not the work's: it goes on when that is mended
		setRunStatus(store, runId, { status: "paused", detail: `Paused (infrastructure): ${message}` });
		return;
	}
	setRunStatus(store, runId, {
		status: "ended",
		endCause: "failed",
		detail: known
			? message
			: `A fault of Fuseline itself: ${message}. The step that was under way is kept; see the log.`,
	});
}

/** Says why the run rests, with the reserve given up if nothing else helps. Who can't even say that dies; the daemon says it then. */
async function pauseForStorage(
	host: Config,
	log: Log,
	store: Store,
	runId: string,
	error: unknown,
): Promise<void> {
	const message = error instanceof Error ? error.message : String(error);
	log.error("the disk or the database refused", { runId, error: message });
	const detail = `Paused (infrastructure): the disk or the database refused a write (${message}). Free some space (\`fuseline gc\`), then resume.`;
	for (let left = 10; ; left--) {
		try {
			withReserve(host.dataDirectory, () => setRunStatus(store, runId, { status: "paused", detail }));
			return;
		} catch (again) {
			if (left === 0 || !isStorageFault(again)) throw again;
			await sleep(200);
		}
	}
}

/** Writes in timers (the log's buffer, the look at commands) have no caller that could catch what they throw. */
function catchStorageFaults(): { come: Promise<never>; release(): void } {
	let fail: (error: unknown) => void = () => {};
	const come = new Promise<never>((_, reject) => {
		fail = reject;
	});
	come.catch(() => {});
	const caught = (error: unknown) => {
		if (isStorageFault(error)) fail(error);
		else {
			process.stderr.write(`runner: ${error instanceof Error ? error.stack : String(error)}\n`);
			process.exit(1);
		}
	};
	process.on("uncaughtException", caught);
	return { come, release: () => void process.off("uncaughtException", caught) };
}

/** A run goes on if it is queued or was at work, or if a person resumed or answered it. */
function mayGoOn(store: Store, runId: string): boolean {
	const run = readRun(store, runId);
	if (run.status === "ended") return false;
	const commands = pendingCommands(store, runId);
	const stop = commands.find((command) => command.kind === "stop");
	if (stop) {
		store.transaction(() => {
			takeCommand(store, stop.id, "done");
			setRunStatus(store, runId, { status: "ended", endCause: "stopped", detail: "Stopped by a person." });
		});
		return false;
	}
	const resume = commands.find((command) => command.kind === "resume");
	const answer = commands.find((command) => command.kind === "answer");
	if (resume) store.transaction(() => takeCommand(store, resume.id, "resumed"));
	if (run.status === "needs_input" && answer) {
		// a question of the protocol takes its answer as an outcome; one of the runner (log in, a limit) just goes on
		if (!asksAsStep(run)) {
			store.transaction(() => {
				takeCommand(store, answer.id, "the run goes on");
				countIntervention(store, runId);
			});
		}
		return true;
	}
	if (resume) return true;
	if (
		run.status === "paused" ||
		run.status === "suspended" ||
		run.status === "needs_input" ||
		run.status === "quarantined"
	) {
		return false;
	}
	if (run.crashes > crashLimit) {
		setRunStatus(store, runId, {
			status: "quarantined",
			detail: `Its runner ended ${crashLimit} times without finishing a step. See the log, then resume to try again.`,
		});
		return false;
	}
	return true;
}

function asksAsStep(run: RunRow): boolean {
	const pending = run.pending === null ? [] : (JSON.parse(run.pending) as { kind: string }[]);
	return pending[0]?.kind === "ask";
}

/** Said once at the start, for a run without pictures fails its probes in every loop. */
async function warnAboutBrowser(context: RunContext): Promise<void> {
	const { store, runId, config } = context;
	if (config.project.probes.length === 0 && config.project.phases.length > 0) return;
	const browser = await browserFor(context);
	if ("path" in browser) return;
	const text = `No browser, so nothing can be visited: ${browser.problem} ${browser.mend}`;
	store.transaction(() => appendRunEvent(store, runId, { kind: "notice", loop: 0, level: "warning", text }));
}

function warnAboutSandbox(context: RunContext): void {
	if (context.sandbox.level === "enforced") return;
	const { store, runId, sandbox } = context;
	store.transaction(() => {
		appendRunEvent(store, runId, {
			kind: "notice",
			loop: 0,
			level: "warning",
			text: `No sandbox: ${sandbox.problems.join(" ")} Roles are kept apart by copies and hashes only, so nothing can be accepted. ${sandbox.mend ?? ""}`,
		});
	});
}
