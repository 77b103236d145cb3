import { setTimeout as sleep } from "node:timers/promises";
import { differenceOf, essenceOf, viewOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter, oneLoop, report, undisturbedEssence } from "../products.ts";
import { carryToEnd, inRoom, inspectRest, type Room, startRunner, until } from "../room.ts";
import { findStrays } from "../strays.ts";
import { watchRun } from "../watch.ts";

/** The scripted CLI's own processes of a run, the sandbox's wrappers left out. */
function cliOf(room: Room): number[] {
	return findStrays(room.token)
		.filter(
			(stray) => stray.command.includes("scripted.mjs") && !/^\S*(bwrap|sh|unshare)\s/.test(stray.command),
		)
		.map((stray) => stray.pid);
}

function signal(pid: number, name: NodeJS.Signals): boolean {
	try {
		return process.kill(pid, name);
	} catch {
		return false;
	}
}

export const killCli: Kind = {
	id: "kill-cli",
	title: "kill -9 of the CLI at random instants",
	quick: 2,
	full: 15,
	run: (trial) =>
		inRoom(async (room) => {
			const runId = await room.world.queue(counter(2, 600));
			const watch = watchRun(room.world.store, runId);
			const runner = startRunner(room, runId);
			let over = false;
			void runner.finished.then(() => {
				over = true;
			});
			for (let kills = 0; kills < 3 && !over; ) {
				await sleep(trial.random.between(300, 900));
				for (const pid of cliOf(room)) {
					if (!signal(pid, "SIGKILL")) continue;
					trial.injected();
					kills += 1;
				}
			}
			if ((await runner.finished) !== 0) trial.harm("wrong", "the runner didn't survive its CLI's death");
			typedEnd(room, runId, trial);
			trial.harms(watch.check());
			watch.stop();
			await inspectRest(room, runId, trial);
		}),
	control: {
		says: "the kill takes the runner too, and no other comes",
		synthetic: false,
		quick: true,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1, 600));
				const runner = startRunner(room, runId);
				await until(() => cliOf(room).length > 0);
				signal(runner.pid, "SIGKILL");
				await runner.finished;
				typedEnd(room, runId, trial);
			}),
	},
};

/** Every call has an outcome, a failed one its kind and words, and the run its cause. */
function typedEnd(room: Room, runId: string, trial: Trial): void {
	const view = viewOf(room.world, runId);
	if (view.status !== "ended" || view.endCause === null)
		trial.harm("wrong", `the run is ${view.status}: ${view.detail}`);
	const untyped = room.world.store.db
		.prepare(
			"SELECT id FROM Invocation WHERE runId = ? AND (outcome IS NULL OR (outcome <> 'completed' AND message IS NULL))",
		)
		.all(runId);
	for (const call of untyped as { id: string }[]) trial.harm("wrong", `call ${call.id} has no typed outcome`);
}

export const stopRunner: Kind = {
	id: "stop-runner",
	title: "SIGSTOP of the runner for 3 s, then SIGCONT",
	quick: 2,
	full: 8,
	run: (trial) =>
		inRoom(async (room) => {
			const run = counter(1);
			const expected = await undisturbedEssence("counter 1", run, trial);
			const runId = await room.world.queue(run);
			const runner = startRunner(room, runId);
			await sleep(trial.random.between(300, 2500));
			if (signal(runner.pid, "SIGSTOP")) trial.injected();
			await sleep(3000);
			signal(runner.pid, "SIGCONT");
			await runner.finished;
			const difference = differenceOf(expected, essenceOf(room.world, runId));
			if (difference !== null) trial.harm("lost", difference);
			await inspectRest(room, runId, trial);
		}),
	control: {
		says: "nobody sends the SIGCONT",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const expected = await undisturbedEssence("counter 1", counter(1), trial);
				const runId = await room.world.queue(counter(1));
				const runner = startRunner(room, runId);
				await sleep(500);
				signal(runner.pid, "SIGSTOP");
				await sleep(4000);
				const difference = differenceOf(expected, essenceOf(room.world, runId));
				if (difference !== null) trial.harm("lost", difference);
			}),
	},
};

/** Steps that make a stop hard: each must be gone within the grace and a little. */
const stubborn: readonly { name: string; steps: unknown[]; freeze: boolean }[] = [
	{ name: "ignores SIGTERM", steps: [{ ignoreSignals: true }, { hang: true }], freeze: false },
	{ name: "is stopped by SIGSTOP", steps: [{ hang: true }], freeze: true },
	{
		name: "holds pipes in a grandchild",
		steps: [{ fork: { command: "trap '' TERM; sleep 3600", setsid: true } }, { hang: true }],
		freeze: false,
	},
];

export const stopRun: Kind = {
	id: "stop-run",
	title: "stop, against CLIs that ignore it or are SIGSTOPped",
	quick: 3,
	full: 9,
	run: (trial) =>
		inRoom(async (room) => {
			const hard = stubborn[trial.index % stubborn.length] as (typeof stubborn)[number];
			const runId = await room.world.queue({ ...oneLoop([...hard.steps, report]), protocol: "vanilla" });
			const runner = startRunner(room, runId);
			await until(() => cliOf(room).length > 0);
			await sleep(600);
			if (hard.freeze) for (const pid of cliOf(room)) signal(pid, "SIGSTOP");
			const asked = performance.now();
			room.world.command(runId, "stop");
			trial.injected();
			const end = await Promise.race([runner.finished, sleep(25_000, "late", { ref: false })]);
			if (end === "late") trial.harm("wrong", `a CLI that ${hard.name} wasn't ended in 25 s`);
			const took = Math.round(performance.now() - asked);
			const view = viewOf(room.world, runId);
			if (end !== "late" && view.endCause !== "stopped")
				trial.harm("wrong", `stopped after ${took} ms, and the run says ${view.endCause}`);
			await inspectRest(room, runId, trial);
		}),
	control: {
		says: "instead of a stop the runner alone is killed, where there is no sandbox",
		synthetic: false,
		quick: true,
		run: (trial) => killRunnerAlone([{ ignoreSignals: true }, { hang: true }], trial),
	},
};

/** What a runner leaves that ends nobody, where neither a sandbox nor a next runner does. */
async function killRunnerAlone(steps: unknown[], trial: Trial): Promise<void> {
	await inRoom(
		async (room) => {
			const runId = await room.world.queue({ ...oneLoop([...steps, report]), protocol: "vanilla" });
			const runner = startRunner(room, runId);
			await until(() => cliOf(room).length > 0);
			await sleep(300);
			signal(runner.pid, "SIGKILL");
			await runner.finished;
			await inspectRest(room, runId, trial);
		},
		{ FUSELINE_SANDBOX: "off" },
	);
}

/** The runner is killed while children of its call live; the next one must end them before it goes on. */
const shapes = (token: string): readonly string[] => [
	`sleep 3600; : ${token}`,
	`exec setsid sh -c 'sleep 3600; : ${token}'`,
	`exec env -i setsid sh -c 'sleep 3600; : ${token}'`,
	`(setsid nohup sh -c 'trap "" TERM HUP; sleep 3600; : ${token}' >/dev/null 2>&1 &)`,
];

function orphans(id: string, title: string, environment: Record<string, string>): Kind {
	return {
		id,
		title,
		quick: 1,
		full: 8,
		run: (trial) =>
			inRoom(async (room) => {
				const steps = shapes(room.token).map((command) => ({ fork: { command } }));
				const runId = await room.world.queue({
					...oneLoop([...steps, { sleep: 2500 }, { write: { path: "done.txt", content: "x" } }, report]),
					protocol: "vanilla",
				});
				const runner = startRunner(room, runId);
				const alive = () => findStrays(room.token).filter((stray) => stray.command.includes("sleep 3600"));
				await until(() => alive().length >= 4, 20_000);
				signal(runner.pid, "SIGKILL");
				await runner.finished;
				trial.injected(shapes("").length);
				await carryToEnd(room, runId, trial);
				await inspectRest(room, runId, trial);
			}, environment),
		// both are judged by the strays that are found, and a stop is too
		control: { sameAs: "stop-run" },
	};
}

export const orphansWalled = orphans("orphans", "kill -9 of the runner over children of many shapes", {});
export const orphansUnwalled = orphans("orphans-unwalled", "the same where there is no sandbox", {
	FUSELINE_SANDBOX: "off",
});
