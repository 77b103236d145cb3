import path from "node:path";
import type { Config } from "../config.ts";
import { isLive } from "../domain/run.ts";
import { faultPoint } from "../fault-point.ts";
import type { Log } from "../log.ts";
import { isAlive, startTimeOf } from "../process/identity.ts";
import { spawnDetached } from "../process/spawn-detached.ts";
import { addCommand, pendingCommands, takeCommand } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import { type RunLiveness, readLiveness, readOpenRuns } from "../store/run-heads.ts";
import { setRunStatus } from "../store/run-status.ts";
import type { SpaceGuard } from "./space-guard.ts";

/** One process per run. They outlive the daemon; this finds them again and starts anew what died. */
export interface Runners {
	/** starts a runner unless one lives */
	ensure(runId: string): void;
	lives(runId: string): boolean;
	count(): number;
	/** adopts what lives, starts what should be at work; `resume`: also what was suspended */
	recover(resume: boolean): void;
	/** asks all to suspend and waits until they are gone; what doesn't go in time is left to the next start */
	suspendAll(withinMs: number): Promise<void>;
	/** forgets them; they go on */
	leave(): void;
}

const lookEveryMs = 500;
/** deaths in a row without a finished step, after which a run is set aside */
const deathLimit = 3;
const firstPauseMs = 250;

interface Runner {
	pid: number;
	startTime: string;
}

export function superviseRunners(
	config: Config,
	store: Store,
	log: Log,
	space: SpaceGuard,
	onChange: () => void,
): Runners {
	const runners = new Map<string, Runner>();
	const deaths = new Map<string, number>();
	let leaving = false;

	function ensure(runId: string): void {
		if (leaving || lives(runId)) return;
		const recorded = readLiveness(store, runId);
		if (recorded && adopt(recorded)) return;
		forgetSuspension(store, runId);
		const child = spawnDetached(
			[process.execPath, "--enable-source-maps", config.entry("runner"), "--run", runId],
			{
				cwd: config.dataDirectory,
				environment: config.environment,
				outputPath: path.join(config.dataDirectory, "logs", "runner.out"),
			},
		);
		faultPoint("daemon.spawned");
		runners.set(runId, { pid: child.pid, startTime: startTimeOf(child.pid) ?? "" });
		log.info("runner started", { runId, pid: child.pid });
		void child.exited.then(() => gone(runId, child.pid));
	}

	function lives(runId: string): boolean {
		const runner = runners.get(runId);
		return runner !== undefined && isAlive(runner.pid, runner.startTime);
	}

	function adopt({ runId, runnerPid, runnerStart }: RunLiveness): boolean {
		if (runnerPid === null || runnerStart === null || !isAlive(runnerPid, runnerStart)) return false;
		runners.set(runId, { pid: runnerPid, startTime: runnerStart });
		log.info("runner adopted", { runId, pid: runnerPid });
		return true;
	}

	/** A runner ended: in good order its run waits for somebody; else it is started anew, a few times. */
	function gone(runId: string, pid: number): void {
		if (runners.get(runId)?.pid !== pid) return;
		runners.delete(runId);
		onChange();
		const run = readLiveness(store, runId);
		if (leaving || !run) return;
		if (!wantsRunner(run)) {
			deaths.delete(runId);
			return;
		}
		if (space.isOut()) {
			pauseWhenWritable(runId);
			return;
		}
		// the runner counts too (`crashes`), but one that dies before it reaches the database can't
		const count = run.crashes === 0 ? 1 : (deaths.get(runId) ?? 0) + 1;
		deaths.set(runId, count);
		log.warn("a runner died and is started again", { runId, pid, deaths: count });
		if (count > deathLimit) {
			deaths.delete(runId);
			setRunStatus(store, runId, {
				status: "quarantined",
				detail: `Its runner died ${deathLimit} times in a row; logs/runner.out in the data directory says why. Resume to try again.`,
			});
			onChange();
			return;
		}
		setTimeout(() => ensure(runId), firstPauseMs * 2 ** (count - 1)).unref();
	}

	/** A runner that dies for want of space is no faulty run: it rests, as soon as that can be written. */
	function pauseWhenWritable(runId: string): void {
		const run = readLiveness(store, runId);
		if (leaving || !run || !wantsRunner(run) || lives(runId)) return;
		try {
			space.record(() => setRunStatus(store, runId, { status: "paused", detail: space.reason() }));
			log.warn("a run rests for want of space", { runId });
			onChange();
		} catch {
			setTimeout(() => pauseWhenWritable(runId), lookEveryMs).unref();
		}
	}

	function wantsRunner(run: RunLiveness): boolean {
		if (run.status === "ended") return false;
		if (isLive(run.status) || run.status === "queued") return true;
		// a person was faster than the runner that was leaving
		const awake = run.status === "needs_input" ? ["resume", "stop", "answer"] : ["resume", "stop"];
		return pendingCommands(store, run.runId).some((command) => awake.includes(command.kind));
	}

	// adopted ones are no children of this process: nobody tells when they end
	const timer = setInterval(() => {
		for (const [runId, runner] of runners) {
			if (!isAlive(runner.pid, runner.startTime)) gone(runId, runner.pid);
		}
	}, lookEveryMs);
	timer.unref();

	return {
		ensure,
		lives,
		count: () => runners.size,
		recover(resume) {
			for (const run of readOpenRuns(store)) {
				if (adopt(run)) continue;
				if (resume && run.status === "suspended") addCommand(store, run.runId, "resume");
				if (wantsRunner(run)) ensure(run.runId);
			}
		},
		async suspendAll(withinMs) {
			leaving = true;
			for (const runId of runners.keys()) addCommand(store, runId, "suspend");
			for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
				if ([...runners.keys()].every((runId) => !lives(runId))) return;
				await new Promise((resolve) => setTimeout(resolve, 25));
			}
			log.warn("some runs didn't suspend in time; the next start finds them again", {
				runs: [...runners.keys()],
			});
		},
		leave() {
			leaving = true;
			clearInterval(timer);
		},
	};
}

/** An earlier daemon's wish that no runner has heeded: this one wants the run to work. */
function forgetSuspension(store: Store, runId: string): void {
	store.transaction(() => {
		for (const command of pendingCommands(store, runId)) {
			if (command.kind === "suspend") takeCommand(store, command.id, "the daemon was back first");
		}
	});
}
