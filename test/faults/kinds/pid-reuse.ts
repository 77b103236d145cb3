import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { startTimeOf } from "../../../server/process/identity.ts";
import { differenceOf, essenceOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter, undisturbedEssence } from "../products.ts";
import { carryToEnd, inRoom, inspectRest, type Room, startRunner, until } from "../room.ts";
import { endStrays, straysAfter } from "../strays.ts";

const nextPid = "/proc/sys/kernel/ns_last_pid";

function cannotChoosePids(): string | null {
	try {
		accessSync(nextPid, constants.W_OK);
	} catch {
		return `a pid can be chosen only by root, by ${nextPid}`;
	}
	return process.platform === "linux" ? null : "a pid can't be chosen here";
}

/** Somebody else's process that gets exactly this pid; null if others were faster too often. */
function decoyWith(pid: number): number | null {
	const script = `
n=0
while [ $n -lt 300 ]; do
	echo $(( $1 - 1 )) > ${nextPid} || exit 1
	sleep 120 > /dev/null 2>&1 &
	[ $! = "$1" ] && exit 0
	kill -9 $!
	n=$((n + 1))
done
exit 1`;
	const made = spawnSync("bash", ["-c", script, "decoy", String(pid)], {
		stdio: "ignore",
		env: { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv,
	});
	return made.status === 0 ? pid : null;
}

/**
 * The runner and its CLI are killed in a call, and others get their pids before the next runner comes. `known`: the
 * recorded start times are those of the others.
 */
async function reuse(room: Room, trial: Trial, walled: boolean, known: boolean): Promise<void> {
	const run = counter(1, 1500);
	const runId = await room.world.queue(run);
	const { db } = room.world.store;
	const runner = startRunner(room, runId);
	const recorded = () =>
		db.prepare("SELECT id, pid FROM Invocation WHERE runId = ? AND stepKey LIKE '%develop%'").get(runId) as
			| { id: string; pid: number | null }
			| undefined;
	await until(() => (recorded()?.pid ?? null) !== null);
	runner.child.kill("SIGKILL");
	await runner.finished;
	endStrays(room.token);
	await straysAfter(5_000, room.token);
	const call = recorded() as { id: string; pid: number };
	const decoys = [runner.pid, call.pid].flatMap((pid) => decoyWith(pid) ?? []);
	trial.injected(decoys.length);
	trial.saw(`decoys ${decoys.join(", ")}`);
	try {
		if (known) {
			db.prepare("UPDATE Invocation SET pidStart = ? WHERE id = ?").run(startTimeOf(call.pid), call.id);
			db.prepare("UPDATE Run SET runnerStart = ? WHERE id = ?").run(startTimeOf(runner.pid), runId);
		}
		await carryToEnd(room, runId, trial);
		for (const pid of decoys) {
			if (startTimeOf(pid) === null) trial.harm("wrong", `process ${pid} was ended and is somebody else's`);
		}
		// without a sandbox a verdict says that it wasn't enforced: the undisturbed run has one
		const expected = walled ? await undisturbedEssence("counter 1 1500", run, trial) : null;
		const difference = expected === null ? null : differenceOf(expected, essenceOf(room.world, runId));
		if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
		await inspectRest(room, runId, trial);
	} finally {
		for (const pid of decoys) if (startTimeOf(pid) !== null) process.kill(pid, "SIGKILL");
	}
}

export const pidReuse: Kind = {
	id: "pid-reuse",
	title: "the pids of a dead runner and its CLI pass to others",
	quick: 2,
	full: 12,
	needs: cannotChoosePids,
	run: (trial) => inWalls(trial.index % 2 === 0, (room, walled) => reuse(room, trial, walled, false)),
	control: {
		says: "who is recorded is taken for who lives: the start times on record are the others'",
		synthetic: false,
		quick: false,
		run: (trial) => inWalls(false, (room, walled) => reuse(room, trial, walled, true)),
	},
};

function inWalls(walled: boolean, body: (room: Room, walled: boolean) => Promise<void>): Promise<void> {
	return inRoom((room) => body(room, walled), walled ? {} : { FUSELINE_SANDBOX: "off" });
}
