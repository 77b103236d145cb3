import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isLive } from "../../server/domain/run.ts";
import { readRun } from "../../server/store/run-rows.ts";
import { makeWorld, type World } from "../support/world.ts";
import { inspect } from "./inspect.ts";
import type { Trial } from "./kind.ts";
import { endStrays, straysAfter } from "./strays.ts";

/** A world of a trial's own. `token` stands in the paths of everything that it starts, so strays can be found by it. */
export interface Room {
	world: World;
	token: string;
	/** file that runners see in the place of the machine's boot id: they work after a restart (needs root) */
	boot?: string;
}

export interface Runner {
	child: ChildProcess;
	pid: number;
	/** exit code, or the signal that ended it */
	finished: Promise<number | string>;
}

/** Makes a room, lets `body` work in it, and takes everything away again. */
export async function inRoom(
	body: (room: Room) => Promise<void>,
	environment: Record<string, string> = {},
): Promise<void> {
	const world = makeWorld(environment);
	const room = { world, token: basename(world.root) };
	try {
		await body(room);
	} finally {
		endStrays(room.token);
		await straysAfter(5_000, room.token);
		world.close();
	}
}

/** Starts a real runner; `fault` is where it is to fail (`FUSELINE_FAULT_AT`). */
export function startRunner(
	room: Room,
	runId: string,
	fault: string | null = null,
	environment: Record<string, string> = {},
): Runner {
	const { config, root } = room.world;
	const said = openSync(join(root, "runner.out"), "a");
	const argv = [process.execPath, config.entry("runner"), "--run", runId];
	const [program = "", ...rest] = room.boot === undefined ? argv : afterRestart(room.boot, argv);
	const child = spawn(program, rest, {
		env: {
			...config.environment,
			...(fault === null ? {} : { FUSELINE_FAULT_AT: fault }),
			...environment,
		} as NodeJS.ProcessEnv,
		stdio: ["ignore", said, said],
	});
	closeSync(said);
	const finished = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string);
	return { child, pid: child.pid as number, finished };
}

/** The kernel's own boot id stays: a mount of the child's own hides it. */
function afterRestart(boot: string, argv: string[]): string[] {
	const hide = 'mount --bind "$1" /proc/sys/kernel/random/boot_id && shift && exec "$@"';
	return ["unshare", "-m", "sh", "-c", hide, "sh", boot, ...argv];
}

/** Waits for a fact; false if it didn't come in time. */
export async function until(fact: () => boolean, withinMs = 60_000): Promise<boolean> {
	for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(15)) {
		if (fact()) return true;
	}
	return fact();
}

export function sealedSteps(room: Room, runId: string): number {
	const row = room.world.store.db
		.prepare("SELECT COUNT(*) AS n FROM Step WHERE runId = ? AND outcome IS NOT NULL")
		.get(runId) as { n: number };
	return row.n;
}

/** Whether the run still wants a runner. */
export function wantsRunner(room: Room, runId: string): boolean {
	const { status } = readRun(room.world.store, runId);
	return status === "queued" || isLive(status);
}

/** A runner without any fault, to the run's end. `wrong` if it doesn't come there. */
export async function carryToEnd(room: Room, runId: string, trial: Trial, withinMs = 300_000): Promise<void> {
	const runner = startRunner(room, runId);
	const ended = await Promise.race([runner.finished, sleep(withinMs, "late" as const, { ref: false })]);
	if (ended === "late") {
		runner.child.kill("SIGKILL");
		trial.harm("wrong", `the run didn't end within ${withinMs / 1000} s`);
	} else if (ended !== 0) trial.harm("wrong", `the last runner ended with ${ended}`);
	else if (wantsRunner(room, runId)) trial.harm("wrong", "the runner left and its run is still at work");
}

/** Rows, contents, journal and processes of a run that has come to rest. */
export async function inspectRest(
	room: Room,
	runId: string,
	trial: Trial,
	how: { clockJumped?: boolean } = {},
): Promise<void> {
	trial.harms(inspect(room.world, runId, how));
	for (const { pid, command } of await straysAfter(3_000, room.token)) {
		trial.harm("orphans", `process ${pid} lives on: ${command.slice(0, 200)}`);
	}
}
