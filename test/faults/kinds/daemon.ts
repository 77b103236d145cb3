import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readRun } from "../../../server/store/run-rows.ts";
import { launchDaemon, startTestDaemon } from "../../support/daemon.ts";
import { differenceOf, essenceOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter, undisturbedEssence } from "../products.ts";
import { inRoom, inspectRest, type Room, until } from "../room.ts";
import { findStrays } from "../strays.ts";
import { watchRun } from "../watch.ts";

const homeOf = (room: Room) => ({ HOME: join(room.world.root, "home") });
const ended = (room: Room, runId: string) => readRun(room.world.store, runId).status === "ended";

async function sameEnd(room: Room, runId: string, name: string, loops: number, trial: Trial): Promise<void> {
	if (!(await until(() => ended(room, runId), 120_000))) {
		const { status, detail } = readRun(room.world.store, runId);
		trial.harm("wrong", `the run is ${status} after two minutes: ${detail}`);
		return;
	}
	const expected = await undisturbedEssence(name, counter(loops), trial);
	const difference = differenceOf(expected, essenceOf(room.world, runId));
	if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
}

const starts = [
	"daemon.locked:1",
	"daemon.opened:1",
	"daemon.spawned:1",
	"daemon.recovered:1",
	"daemon.announced:1",
];

/** The daemon dies at points of its start and at random instants; runners work on, and the next one takes them over. */
export const killDaemon: Kind = {
	id: "kill-daemon",
	title: "kill -9 of the daemon in its start and at work",
	quick: 1,
	full: 6,
	// what a run came to, compared with an undisturbed one
	control: { sameAs: "fifty-kills" },
	run: (trial) =>
		inRoom(async (room) => {
			const { dataDirectory } = room.world.config;
			const runId = await room.world.queue(counter(3));
			const watch = watchRun(room.world.store, runId);
			for (const fault of starts) {
				const { exited } = launchDaemon(dataDirectory, { ...homeOf(room), FUSELINE_FAULT_AT: fault });
				await Promise.race([exited, sleep(20_000, null, { ref: false })]);
				trial.injected();
			}
			for (let kills = 0; kills < 2 && !ended(room, runId); kills += 1) {
				const daemon = await startTestDaemon(dataDirectory, homeOf(room));
				await sleep(trial.random.between(100, 1500));
				await daemon.kill();
				trial.injected();
			}
			const last = await startTestDaemon(dataDirectory, homeOf(room));
			await sameEnd(room, runId, "counter 3", 3, trial);
			trial.harms(watch.check());
			watch.stop();
			if ((await last.stop()) !== 0) trial.harm("wrong", "the last daemon didn't leave in good order");
			await inspectRest(room, runId, trial);
		}),
};

/** The pages' process dies: the daemon starts it anew, and no run notices. */
export const killPages: Kind = {
	id: "kill-pages",
	title: "kill -9 of the pages' process",
	quick: 1,
	full: 4,
	run: (trial) =>
		inRoom(async (room) => {
			const runId = await room.world.queue(counter(1));
			const daemon = await startTestDaemon(room.world.config.dataDirectory, homeOf(room));
			const answers = async () => (await fetch(daemon.url).catch(() => null))?.status === 200;
			for (let kills = 0; kills < 2; kills += 1) {
				for (let tries = 0; tries < 400 && !(await answers()); tries += 1) await sleep(50);
				const pages = findStrays(room.token).filter((stray) => /next(-server|\.mjs)/.test(stray.command));
				for (const { pid } of pages) process.kill(pid, "SIGKILL");
				if (pages.length > 0) trial.injected();
			}
			await comeBack(answers, 30, trial);
			await sameEnd(room, runId, "counter 1", 1, trial);
			await daemon.stop();
			await inspectRest(room, runId, trial);
		}),
	control: {
		says: "the daemon is killed too",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const daemon = await startTestDaemon(room.world.config.dataDirectory, homeOf(room));
				await daemon.kill();
				for (const { pid } of findStrays(room.token)) process.kill(pid, "SIGKILL");
				await comeBack(async () => (await fetch(daemon.url).catch(() => null))?.status === 200, 2, trial);
			}),
	},
};

async function comeBack(answers: () => Promise<boolean>, withinS: number, trial: Trial): Promise<void> {
	for (const deadline = performance.now() + withinS * 1000; performance.now() < deadline; await sleep(50)) {
		if (await answers()) return;
	}
	trial.harm("wrong", `the pages didn't come back in ${withinS} s`);
}

export const secondDaemon: Kind = {
	id: "second-daemon",
	title: "daemons that start at once on one data directory (6; --full: 50)",
	quick: 1,
	full: 2,
	run: (trial) =>
		inRoom(async (room) => {
			const { dataDirectory } = room.world.config;
			const count = trial.full ? 50 : 6;
			const all = Array.from({ length: count }, () => launchDaemon(dataDirectory, homeOf(room)));
			trial.injected(count);
			const codes: (number | null)[] = [];
			for (const one of all) void one.exited.then((code) => codes.push(code));
			await until(() => codes.length >= count - 1, 60_000);
			await sleep(300);
			const winners = all.filter((one) => one.child.exitCode === null && one.child.signalCode === null);
			if (winners.length !== 1) trial.harm("doubled", `${winners.length} daemons hold one data directory`);
			if (codes.some((code) => code === 0)) trial.harm("wrong", "a loser ended as if all was well");
			for (const winner of winners) {
				winner.child.kill("SIGTERM");
				await winner.exited;
			}
			for (const stray of findStrays(room.token)) trial.harm("orphans", stray.command);
		}),
	control: {
		says: "the lock's file is taken away from under the first one",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const { dataDirectory } = room.world.config;
				const first = await startTestDaemon(dataDirectory, homeOf(room));
				for (const end of ["", "-journal"]) rmSync(join(dataDirectory, `daemon.lock${end}`), { force: true });
				const second = launchDaemon(dataDirectory, homeOf(room));
				const alive = () => second.child.exitCode === null && second.child.signalCode === null;
				await Promise.race([second.exited, sleep(4000)]);
				if (alive()) trial.harm("doubled", "2 daemons hold one data directory");
				second.child.kill("SIGKILL");
				await second.exited;
				await first.stop();
			}),
	},
};

/** Its runner dies at every load: three times is enough, and the run says so. */
export const crashLoop: Kind = {
	id: "crash-loop",
	title: "a run that ends its runner at load",
	quick: 1,
	full: 3,
	run: (trial) =>
		inRoom(async (room) => {
			const { dataDirectory } = room.world.config;
			const runId = await room.world.queue(counter(1));
			const fault = trial.random.pick(["runner.claimed:1", "runner.prepared:1", "engine.intent:1"]);
			const daemon = await startTestDaemon(dataDirectory, { ...homeOf(room), FUSELINE_FAULT_AT: fault });
			const aside = () => readRun(room.world.store, runId).status === "quarantined";
			if (!(await until(aside, 40_000))) trial.harm("wrong", `never quarantined with ${fault}`);
			const started = readFileSync(join(dataDirectory, "logs", "daemon.log"), "utf8").match(
				/runner started/g,
			);
			trial.injected(started?.length ?? 0);
			if ((started?.length ?? 0) > 4) trial.harm("wrong", `${started?.length} runners were started`);
			if (readRun(room.world.store, runId).detail === "") trial.harm("wrong", "no reason is given");
			await daemon.stop();
			const next = await startTestDaemon(dataDirectory, homeOf(room));
			room.world.command(runId, "resume");
			await next.stop();
			const last = await startTestDaemon(dataDirectory, homeOf(room));
			await sameEnd(room, runId, "counter 1", 1, trial);
			await last.stop();
			await inspectRest(room, runId, trial);
		}),
	control: {
		says: "the same, and nothing ends its runner",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				const daemon = await startTestDaemon(room.world.config.dataDirectory, homeOf(room));
				await until(() => ended(room, runId), 60_000);
				if (readRun(room.world.store, runId).status !== "quarantined")
					trial.harm("wrong", "never quarantined");
				await daemon.stop();
			}),
	},
};
