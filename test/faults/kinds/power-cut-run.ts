import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openContents } from "../../../server/evidence/contents.ts";
import { contentsFile } from "../../../server/evidence/contents-file.ts";
import { readRun } from "../../../server/store/run-rows.ts";
import type { World } from "../../support/world.ts";
import { differenceOf, essenceOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { cannotCutPower, type Disk, dataOn, onDisk } from "../power.ts";
import { counter, undisturbedEssence } from "../products.ts";
import { carryToEnd, inRoom, inspectRest, sealedSteps, startRunner, until } from "../room.ts";
import { stopAll } from "../stop.ts";
import { endStrays, straysAfter } from "../strays.ts";

/** A run of `counter 2` has twelve steps; the last one leaves nothing to cut. */
const steps = 11;

interface BeforeCut {
	runId: string;
	image: string;
	/** all that a reader could see when the power went: a reader is only shown what is committed */
	shown: string[];
}

/** Carries a run to some instant, stops everything that works for it, and takes what the disk holds. */
async function workUntilCut(disk: Disk, trial: Trial): Promise<BeforeCut> {
	let before: BeforeCut | null = null;
	await inRoom(async (room) => {
		const runId = await room.world.queue(counter(2));
		const runner = startRunner(room, runId);
		// the first trial cuts right after a Developer's turn, when nothing of it may be in memory alone
		const step = trial.index === 0 ? 2 : trial.random.between(0, steps - 1);
		let left = false;
		void runner.finished.then(() => {
			left = true;
		});
		await until(() => left || sealedSteps(room, runId) >= step);
		if (trial.index > 0) await sleep(trial.random.between(0, 300));
		await stopAll(room.token, disk.at);
		const image = await disk.cut();
		before = { runId, image, shown: shownOf(room.world, runId) };
		if (readRun(room.world.store, runId).status !== "ended") trial.injected();
		trial.saw(`cut after ${sealedSteps(room, runId)} steps, ${before.shown.length} rows and contents shown`);
		endStrays(room.token, disk.at);
		await straysAfter(5_000, room.token, disk.at);
	}, dataOn(disk.at));
	return before as unknown as BeforeCut;
}

function shownOf(world: World, runId: string): string[] {
	const { db } = world.store;
	const rows = (sql: string) =>
		db
			.prepare(sql)
			.all(runId)
			.map((row) => JSON.stringify(row));
	const contents = openContents(contentsFile(world.config, readRun(world.store, runId).projectId), {
		readonly: true,
	});
	try {
		return [
			...rows("SELECT seq, data FROM Event WHERE runId = ?"),
			...rows("SELECT key, outcome FROM Step WHERE runId = ? AND outcome IS NOT NULL"),
			...[...contents.list()].map((content) => JSON.stringify(content)),
		];
	} finally {
		contents.close();
	}
}

export const powerCutRun: Kind = {
	id: "power-cut-run",
	title: "power cut (emulated) in a run, which goes on from what the disk held",
	quick: 1,
	full: 6,
	needs: cannotCutPower,
	async run(trial) {
		const expected = await undisturbedEssence("counter 2", counter(2), trial);
		await onDisk(async (disk) => {
			const { runId, image, shown } = await workUntilCut(disk, trial);
			disk.restart(image);
			await inRoom(async (room) => {
				room.boot = join(room.world.root, "boot-id");
				writeFileSync(room.boot, "00000000-0000-4000-8000-000000000000\n");
				const kept = new Set(shownOf(room.world, runId));
				const gone = shown.filter((row) => !kept.has(row));
				if (gone.length > 0)
					trial.harm("lost", `${gone.length} of ${shown.length} that were shown, first ${gone[0]}`);
				if (readRun(room.world.store, runId).status !== "ended") await carryToEnd(room, runId, trial);
				const difference = differenceOf(expected, essenceOf(room.world, runId));
				if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
				await inspectRest(room, runId, trial);
			}, dataOn(disk.at));
		});
	},
	// both compare what was told with what the disk held
	control: { sameAs: "power-cut" },
};
