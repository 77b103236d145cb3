import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { readRun } from "../../../server/store/run-rows.ts";
import { differenceOf, essenceOf, viewOf } from "../inspect.ts";
import type { Control, Kind, Trial } from "../kind.ts";
import { counter, undisturbedEssence } from "../products.ts";
import { carryToEnd, inRoom, inspectRest, type Room, startRunner, wantsRunner } from "../room.ts";
import { watchRun } from "../watch.ts";

/** After the fault is mended: a paused run is resumed, one that still wants a runner gets one, and the end is the same. */
async function goOn(room: Room, runId: string, expected: string, trial: Trial): Promise<void> {
	if (!wantsRunner(room, runId)) {
		const { status, detail } = readRun(room.world.store, runId);
		if (status !== "paused") trial.harm("wrong", `the run is ${status} and not paused: ${detail}`);
		else if (detail === "") trial.harm("wrong", "the run is paused and doesn't say why");
		room.world.command(runId, "resume");
	}
	await carryToEnd(room, runId, trial);
	const difference = differenceOf(expected, essenceOf(room.world, runId));
	if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
	await inspectRest(room, runId, trial);
}

const errors = ["ENOSPC", "EIO", "EROFS", "SQLITE_FULL", "SQLITE_IOERR"];
const places = [
	"workspace.partial:1",
	"materialize.file:2",
	"call.placed:1",
	"call.written:2",
	"call.line:2",
	"log.flushed:1",
	"call.spooled:1",
	"freeze.batch:1",
	"freeze.manifest:1",
	"freeze.named:1",
	"contents.stored:3",
	"contents.slice:1",
	"contents.finishing:1",
	"candidate.laid:1",
	"copy.made:1",
	"check.ran:1",
	"event.numbered:9",
	"journal.intent:2",
	"journal.outcome:2",
	"engine.derived:2",
];

export const systemErrors: Kind = {
	id: "system-errors",
	title: "no space, I/O error, read-only: thrown at exact points",
	// half of the places; all of them would make a quick campaign a slow one
	quick: 2,
	full: 24,
	run: (trial) =>
		inRoom(async (room) => {
			const expected = await undisturbedEssence("counter 2", counter(2), trial);
			const runId = await room.world.queue(counter(2));
			const watch = watchRun(room.world.store, runId);
			// each trial takes its own quarter of the places, in the order in which a run comes by
			const mine = places.filter((_, index) => index % 4 === trial.index % 4);
			for (const place of mine) {
				if (await failAt(room, runId, place, trial.random.pick(errors), trial)) break;
				trial.injected();
				room.world.command(runId, "resume");
			}
			trial.harms(watch.check());
			watch.stop();
			if (readRun(room.world.store, runId).status === "paused" || wantsRunner(room, runId))
				await carryToEnd(room, runId, trial);
			const difference = differenceOf(expected, essenceOf(room.world, runId));
			if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
			await inspectRest(room, runId, trial);
		}),
	control: {
		says: "a runner that dies of the error",
		synthetic: false,
		quick: true,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				await failAt(room, runId, "engine.derived:2", "kill", trial);
			}),
	},
};

/** A runner that meets an error must pause its run and say why. True: it ended the run and never came by. */
async function failAt(
	room: Room,
	runId: string,
	place: string,
	code: string,
	trial: Trial,
): Promise<boolean> {
	const end = await startRunner(room, runId, `${place}:${code}`).finished;
	const { status, detail } = readRun(room.world.store, runId);
	if (status === "ended") return true;
	if (end !== 0) trial.harm("wrong", `${code} at ${place}: the runner ended with ${end}`);
	else if (status !== "paused" || detail === "")
		trial.harm("wrong", `${code} at ${place}: the run is ${status} (${detail})`);
	return false;
}

export const lockedDatabase: Kind = {
	id: "locked",
	title: "another process holds the database's lock (2 s, then 11 s)",
	quick: 2,
	full: 4,
	control: { sameAs: "fifty-kills" },
	run: (trial) =>
		inRoom(async (room) => {
			const expected = await undisturbedEssence("counter 1", counter(1), trial);
			const runId = await room.world.queue(counter(1));
			const runner = startRunner(room, runId);
			await sleep(trial.random.between(1200, 2500));
			const other = new Database(room.world.config.databaseFile);
			other.exec("BEGIN IMMEDIATE");
			trial.injected();
			await Promise.race([sleep(trial.index % 2 === 0 ? 2_000 : 11_000), runner.finished]);
			other.exec("COMMIT");
			other.close();
			await runner.finished;
			if (viewOf(room.world, runId).status !== "ended") return goOn(room, runId, expected, trial);
			const difference = differenceOf(expected, essenceOf(room.world, runId));
			if (difference !== null) trial.harm("lost", difference);
			await inspectRest(room, runId, trial);
		}),
};

function cannotMount(): string | null {
	if (process.platform !== "linux" || process.getuid?.() !== 0) return "small file systems need root";
	const folder = mkdtempSync(join(tmpdir(), "fuseline-mount-"));
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
	if (mounted) spawnSync("umount", [folder]);
	rmSync(folder, { recursive: true, force: true });
	return mounted ? null : "nothing can be mounted here";
}

/** A data directory on a file system of its own. */
async function onSmallDisk(
	options: string,
	body: (room: Room, disk: string) => Promise<void>,
): Promise<void> {
	const disk = mkdtempSync(join(tmpdir(), "fuseline-disk-"));
	if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]).status !== 0)
		throw new Error("the small disk can't be mounted");
	try {
		await inRoom((room) => body(room, disk), {
			FUSELINE_DATA_DIR: join(disk, "data"),
			FUSELINE_MIN_FREE_MB: "0",
		});
	} finally {
		spawnSync("umount", ["-l", disk]);
		rmSync(disk, { recursive: true, force: true });
	}
}

/** Takes everything that is left: bytes by one file, inodes by many. */
function fill(disk: string, what: "bytes" | "inodes"): void {
	mkdirSync(join(disk, "filler"), { recursive: true });
	try {
		if (what === "inodes")
			for (let index = 0; ; index += 1) writeFileSync(join(disk, "filler", `${index}`), "");
		for (let index = 0; ; index += 1)
			writeFileSync(join(disk, "filler", `${index}`), Buffer.alloc(256 * 1024));
	} catch {
		// full
	}
}

function fullDisk(id: string, title: string, options: string, what: "bytes" | "inodes"): Kind {
	return {
		id,
		title,
		quick: 3,
		full: 40,
		needs: cannotMount,
		run: (trial) =>
			onSmallDisk(options, async (room, disk) => {
				const expected = await undisturbedEssence("counter 2", counter(2), trial);
				const runId = await room.world.queue(counter(2));
				const watch = watchRun(room.world.store, runId);
				const runner = startRunner(room, runId);
				await Promise.race([sleep(trial.random.between(300, 5_000)), runner.finished]);
				fill(disk, what);
				trial.injected();
				await Promise.race([runner.finished, sleep(20_000)]);
				// a person looks, sees, and makes room
				rmSync(join(disk, "filler"), { recursive: true, force: true });
				await runner.finished;
				trial.harms(watch.check());
				watch.stop();
				if (
					viewOf(room.world, runId).status === "ended" &&
					viewOf(room.world, runId).endCause === "completed"
				) {
					await inspectRest(room, runId, trial);
					return;
				}
				await goOn(room, runId, expected, trial);
			}),
	};
}

export const diskFull = fullDisk("disk-full", "the disk is full in the middle of a run", "size=48m", "bytes");
export const inodesFull = fullDisk("inodes-full", "no inode is left", "size=64m,nr_inodes=600", "inodes");

export const readOnlyData: Kind = {
	id: "read-only",
	title: "the data directory is read-only when a runner starts",
	quick: 1,
	full: 10,
	needs: cannotMount,
	run: (trial) => startOnReadOnly(trial, "ro"),
	control: {
		says: "the same, and it can be written",
		synthetic: false,
		quick: false,
		run: (trial) => startOnReadOnly(trial, "rw"),
	},
};

async function startOnReadOnly(trial: Trial, how: "ro" | "rw"): Promise<void> {
	await onSmallDisk("size=64m", async (room, disk) => {
		const expected = await undisturbedEssence("counter 1", counter(1), trial);
		const runId = await room.world.queue(counter(1));
		const first = startRunner(room, runId, "engine.sealed:2");
		await first.finished;
		room.world.store.db.pragma("wal_checkpoint(TRUNCATE)");
		if (spawnSync("mount", ["--bind", disk, disk]).status !== 0) throw new Error("can't bind");
		spawnSync("mount", ["-o", `remount,bind,${how}`, disk]);
		const runner = startRunner(room, runId);
		trial.injected();
		const end = await runner.finished;
		if (end === 0) trial.harm("wrong", "the runner ended as if all was well");
		spawnSync("umount", [disk]);
		await goOn(room, runId, expected, trial);
	});
}

/** The control of a full disk: the filler stays, so whoever says that the run went on sees nothing. */
export const nobodyMakesRoom: Control = {
	says: "nobody makes room before the run is resumed",
	synthetic: false,
	quick: false,
	run: (trial) =>
		onSmallDisk("size=48m", async (room, disk) => {
			const expected = await undisturbedEssence("counter 2", counter(2), trial);
			const runId = await room.world.queue(counter(2));
			const runner = startRunner(room, runId);
			await sleep(1500);
			fill(disk, "bytes");
			await Promise.race([runner.finished, sleep(20_000, null, { ref: false })]);
			runner.child.kill("SIGKILL");
			await runner.finished;
			try {
				await goOn(room, runId, expected, trial);
			} catch (error) {
				// a trial counts that as a harm too: not even the wish to go on could be written
				trial.harm("wrong", (error as Error).message);
			}
		}),
};
