import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { faultPoints } from "../../../server/fault-point.ts";
import { differenceOf, essenceOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter, undisturbedEssence } from "../products.ts";
import {
	carryToEnd,
	inRoom,
	inspectRest,
	type Room,
	sealedSteps,
	startRunner,
	until,
	wantsRunner,
} from "../room.ts";
import { watchRun } from "../watch.ts";

/** A run that dies more often than this without finishing a step is set aside, as it must be; so no kill goes further. */
const deathsWithoutProgress = 2;

/** What one start of a runner is to suffer: a fault at a point, or a kill after some milliseconds. */
interface Blow {
	fault: string | null;
	afterMs: number | null;
}

/**
 * Carries a run through blow after blow and then to its end, watched from outside all the time; what is left must be
 * what an undisturbed run leaves. Returns the faults that no runner came by.
 */
async function shake(room: Room, loops: number, blows: Blow[], trial: Trial): Promise<Blow[]> {
	const run = counter(loops);
	const expected = await undisturbedEssence(`counter ${loops}`, run, trial);
	const runId = await room.world.queue(run);
	const watch = watchRun(room.world.store, runId);
	const unmet: Blow[] = [];
	let done = 0;
	let deaths = 0;
	try {
		while (blows.length > 0 && wantsRunner(room, runId)) {
			const sealed = sealedSteps(room, runId);
			if (sealed > done) deaths = 0;
			done = sealed;
			// a kill right behind a sealed step is one of ours too, and lets the run move on
			const own = deaths < deathsWithoutProgress;
			const blow = own ? (blows.shift() as Blow) : { fault: "engine.sealed:1", afterMs: null };
			const runner = startRunner(room, runId, blow.fault);
			if (blow.afterMs !== null) {
				await Promise.race([sleep(blow.afterMs), runner.finished]);
				runner.child.kill("SIGKILL");
			}
			const end = await Promise.race([runner.finished, sleep(240_000, "late", { ref: false })]);
			if (end === "late") {
				runner.child.kill("SIGKILL");
				trial.harm("wrong", `a runner with ${blow.fault ?? "a kill"} neither died nor ended`);
			} else if (end === "SIGKILL") {
				trial.injected();
				deaths += 1;
			} else unmet.push(blow);
		}
		if (wantsRunner(room, runId)) await carryToEnd(room, runId, trial);
		trial.harms(watch.check());
		const difference = differenceOf(expected, essenceOf(room.world, runId));
		if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
		await inspectRest(room, runId, trial);
	} finally {
		watch.stop();
	}
	return unmet;
}

/** Points by which only other ways of a run come: their own kinds reach them. */
const elsewhere = ["runner.left"];
/** A folder is laid once in a run, so these come first. */
const early = faultPoints.filter((point) => /^(workspace|materialize|candidate|setup|copy)\./.test(point));
/** By which a runner comes again soon, so that the second time is worth waiting for. */
const recurring =
	/^(engine\.(entered|intent|acted|derived|sealed|cleared)|journal|call|event|log|contents\.stored)/;
const points = [
	...early,
	...faultPoints.filter((point) => !early.includes(point) && !/^daemon\./.test(point)),
].filter((point) => !elsewhere.includes(point));

export const everyPoint: Kind = {
	id: "kill-at-point",
	title: "kill -9 of the runner at every named point",
	quick: 2,
	full: 12,
	async run(trial) {
		const again = trial.index % 2 === 1;
		const here = again ? points.filter((point) => recurring.test(point)) : points;
		let left: Blow[] = here.map((point) => ({ fault: `${point}:${again ? 2 : 1}`, afterMs: null }));
		for (let tries = 0; left.length > 0 && tries < (again ? 2 : 9); tries += 1) {
			await inRoom(async (room) => {
				const unmet = await shake(room, tries === 0 ? 4 : 2, left, trial);
				// what a run had passed already is tried first in the next one
				left = [...(tries < 3 ? unmet : []), ...left];
			});
		}
		if (!again && left.length > 0)
			trial.harm("wrong", `no runner came by ${left.map((blow) => blow.fault).join(", ")}`);
	},
	control: {
		says: "an event that was shown is deleted before the check",
		synthetic: true,
		quick: true,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				const watch = watchRun(room.world.store, runId);
				await carryToEnd(room, runId, trial);
				watch.check();
				dropEvent(room, runId);
				trial.harms(watch.check());
				watch.stop();
			}),
	},
};

/** What a store that acknowledges before it commits would show after a crash: the last event isn't there. */
function dropEvent(room: Room, runId: string): void {
	const { db } = room.world.store;
	const triggers = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'Event'");
	for (const { name } of triggers.all() as { name: string }[]) db.exec(`DROP TRIGGER "${name}"`);
	db.prepare("DELETE FROM Event WHERE runId = ? AND seq = (SELECT MAX(seq) FROM Event WHERE runId = ?)").run(
		runId,
		runId,
	);
}

export const randomKills: Kind = {
	id: "kill-random",
	title: "kill -9 of the runner at random instants",
	quick: 2,
	full: 24,
	run: (trial) =>
		inRoom(async (room) => {
			const blows = Array.from({ length: 14 }, () => ({
				fault: null,
				afterMs: trial.random.between(150, 1800),
			}));
			await shake(room, 2, blows, trial);
		}),
	control: {
		says: "an outcome row is given a second call",
		synthetic: true,
		quick: true,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				await carryToEnd(room, runId, trial);
				repeatCall(room, runId);
				await inspectRest(room, runId, trial);
			}),
	},
};

/** What a runner that doesn't trust its journal would leave: a finished step that was called once more. */
function repeatCall(room: Room, runId: string): void {
	const { db } = room.world.store;
	const columns = (db.pragma("table_info(Invocation)") as { name: string }[]).map((column) => column.name);
	const values = columns.map((name) =>
		name === "id" ? "id || 'X'" : name === "startedAt" ? "endedAt + 60000" : `"${name}"`,
	);
	const names = columns.map((name) => `"${name}"`).join(", ");
	db.prepare(
		`INSERT INTO Invocation (${names}) SELECT ${values.join(", ")} FROM Invocation WHERE runId = ? LIMIT 1`,
	).run(runId);
}

export const killDuringRecovery: Kind = {
	id: "kill-recovery",
	title: "kill -9 in a step, and again while the next runner recovers",
	quick: 1,
	full: 12,
	run: (trial) =>
		inRoom(async (room) => {
			const early = ["runner.claimed", "runner.swept", "runner.prepared", "runner.running", "engine.intent"];
			const blows = Array.from({ length: 10 }, () => [
				{ fault: null, afterMs: trial.random.between(500, 1500) },
				{ fault: `${trial.random.pick([...early, "invoke.reconciled"])}:1`, afterMs: null },
			]).flat();
			await shake(room, 3, blows, trial);
		}),
	control: {
		says: "between two runners the database goes back to an earlier instant",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(2));
				const watch = watchRun(room.world.store, runId);
				const runner = startRunner(room, runId);
				await until(() => sealedSteps(room, runId) >= 2);
				const earlier = join(room.world.root, "earlier.sqlite");
				await room.world.store.db.backup(earlier);
				await until(() => sealedSteps(room, runId) >= 5);
				runner.child.kill("SIGKILL");
				await runner.finished;
				watch.check();
				const copy = new Database(earlier);
				await copy.backup(room.world.config.databaseFile);
				copy.close();
				trial.harms(watch.check());
				watch.stop();
			}),
	},
};

export const fiftyKills: Kind = {
	id: "fifty-kills",
	title: "one long run with 50 random kills against the same undisturbed",
	quick: 1,
	full: 3,
	run: (trial) =>
		inRoom(async (room) => {
			const blows = Array.from({ length: 50 }, () => ({
				fault: null,
				afterMs: trial.random.between(300, 1100),
			}));
			await shake(room, 6, blows, trial);
		}),
	control: {
		says: "the same run with one file changed in its seed",
		synthetic: false,
		quick: true,
		run: (trial) =>
			inRoom(async (room) => {
				const run = counter(1);
				const expected = await undisturbedEssence("counter 1", run, trial);
				const runId = await room.world.queue({ ...run, files: { ...run.files, "log.txt": "x\n" } });
				await carryToEnd(room, runId, trial);
				const difference = differenceOf(expected, essenceOf(room.world, runId));
				if (difference !== null) trial.harm("lost", difference);
			}),
	},
};
