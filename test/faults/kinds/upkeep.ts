import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openContents } from "../../../server/evidence/contents.ts";
import { contentsFile } from "../../../server/evidence/contents-file.ts";
import { openContentsUpkeep } from "../../../server/evidence/contents-upkeep.ts";
import { readRun } from "../../../server/store/run-rows.ts";
import { collect } from "../../../server/upkeep/collect.ts";
import { makeWorld } from "../../support/world.ts";
import { essenceOf, inspect } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter } from "../products.ts";
import { carryToEnd, inRoom, type Room, until } from "../room.ts";

const rounds = 6;

function command(room: Room, args: string[], dataDirectory = room.world.config.dataDirectory): ChildProcess {
	const { config } = room.world;
	return spawn(process.execPath, [config.entry("cli"), ...args], {
		env: { ...config.environment, FUSELINE_DATA_DIR: dataDirectory } as unknown as NodeJS.ProcessEnv,
		stdio: "ignore",
	});
}

/** Kills it `ms` after it has begun its work. True: it was still at it. */
async function killAtWork(child: ChildProcess, begun: () => boolean, ms: number): Promise<boolean> {
	const exited = once(child, "exit");
	await Promise.race([until(begun, 30_000), exited]);
	await Promise.race([sleep(ms), exited]);
	child.kill("SIGKILL");
	await exited;
	return child.signalCode === "SIGKILL";
}

/** Contents that nobody names, some of them in pieces. */
async function litter(room: Room, runId: string): Promise<string[]> {
	const contents = openContents(contentsFile(room.world.config, readRun(room.world.store, runId).projectId));
	try {
		const all = Array.from({ length: 120 }, (_, index) => randomBytes(index % 20 === 0 ? 2_500_000 : 30_000));
		return all.map((bytes) => contents.put(bytes));
	} finally {
		contents.close();
	}
}

export const killGc: Kind = {
	id: "kill-gc",
	title: "kill -9 of gc at random instants",
	quick: 1,
	full: 12,
	run: (trial) =>
		inRoom(async (room) => {
			const runId = await room.world.queue(counter(2));
			await carryToEnd(room, runId, trial);
			const before = essenceOf(room.world, runId);
			const { projectId } = readRun(room.world.store, runId);
			const wanted = room.world.store.db
				.prepare("SELECT sha256 FROM Blob WHERE projectId = ?")
				.all(projectId);
			const loose: string[] = [];
			for (let round = 0; round < rounds; round += 1) {
				loose.push(...(await litter(room, runId)));
				const lock = join(room.world.config.dataDirectory, "upkeep.lock");
				rmSync(lock, { force: true });
				const gc = command(room, ["gc", "--wait", "0", "--json"]);
				if (await killAtWork(gc, () => existsSync(lock), trial.random.between(0, 250))) trial.injected();
				trial.harms(inspect(room.world, runId));
			}
			const last = command(room, ["gc", "--json"]);
			const [code] = (await once(last, "exit")) as [number | null];
			if (code !== 0) trial.harm("wrong", `gc after its kills ended with ${code}`);
			const contents = openContents(contentsFile(room.world.config, projectId));
			for (const { sha256 } of wanted as { sha256: string }[]) {
				if (!contents.has(sha256)) trial.harm("lost", `content ${sha256} is named, and gc took it`);
			}
			const left = loose.filter((sha256) => contents.has(sha256)).length;
			contents.close();
			if (left > 0)
				trial.harm("wrong", `${left} of ${loose.length} contents that nobody names are still there`);
			if (essenceOf(room.world, runId) !== before) trial.harm("lost", "the run isn't what it was");
			trial.harms(inspect(room.world, runId));
		}),
	control: {
		says: "a gc that marks nothing",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				await carryToEnd(room, runId, trial);
				const { projectId } = readRun(room.world.store, runId);
				const upkeep = openContentsUpkeep(contentsFile(room.world.config, projectId));
				await collect(room.world.store, projectId, upkeep, () => new Set(), 0);
				upkeep.close();
				trial.harms(inspect(room.world, runId));
			}),
	},
};

export const killBackup: Kind = {
	id: "kill-backup",
	title: "kill -9 of a backup at random instants",
	quick: 1,
	full: 12,
	run: (trial) =>
		inRoom(async (room) => {
			const runId = await room.world.queue(counter(2));
			await carryToEnd(room, runId, trial);
			await litter(room, runId);
			const target = join(room.world.root, "backups", "one");
			for (let round = 0; round < rounds; round += 1) {
				// one that was faster than its kill
				rmSync(target, { recursive: true, force: true });
				const known = halvesOf(target);
				const begun = () => halvesOf(target).some((name) => !known.includes(name)) || existsSync(target);
				const backup = command(room, ["backup", target]);
				if (await killAtWork(backup, begun, trial.random.between(0, 250))) trial.injected();
			}
			if (existsSync(target)) await judgeBackup(room, runId, target, trial);
			rmSync(target, { recursive: true, force: true });
			const [code] = (await once(command(room, ["backup", target]), "exit")) as [number | null];
			if (code !== 0) trial.harm("wrong", `a backup after others were killed ended with ${code}`);
			await judgeBackup(room, runId, target, trial);
			const halves = halvesOf(target);
			if (halves.length > 0) trial.harm("orphans", `halves of killed backups stay: ${halves.join(", ")}`);
			trial.harms(inspect(room.world, runId));
		}),
	control: {
		says: "a copy by `cp` that was killed after the main database",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				await carryToEnd(room, runId, trial);
				const target = join(room.world.root, "copy");
				mkdirSync(target);
				cpSync(room.world.config.databaseFile, join(target, "fuseline.sqlite"));
				await judgeBackup(room, runId, target, trial);
			}),
	},
};

function halvesOf(target: string): string[] {
	const folder = dirname(target);
	return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".partial")) : [];
}

/** What stands there under the name of a backup can be restored, and holds the run as it was. */
async function judgeBackup(room: Room, runId: string, target: string, trial: Trial): Promise<void> {
	const data = mkdtempSync(join(room.world.root, "restored-"));
	const [code] = (await once(command(room, ["restore", target], data), "exit")) as [number | null];
	if (code !== 0) {
		trial.harm("corrupt", `what stands there as a backup can't be restored (${code})`);
		return;
	}
	const restored = makeWorld({ FUSELINE_DATA_DIR: data });
	try {
		if (essenceOf(restored, runId) !== essenceOf(room.world, runId))
			trial.harm("lost", "the restored run isn't the same");
		trial.harms(inspect(restored, runId));
	} finally {
		restored.close();
	}
}
