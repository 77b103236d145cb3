import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openContents } from "../../../server/evidence/contents.ts";
import { contentsFile } from "../../../server/evidence/contents-file.ts";
import { readRun } from "../../../server/store/run-rows.ts";
import { inspect } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter } from "../products.ts";
import { inRoom, type Room, until } from "../room.ts";

/** Rounds of one trial: each is a writer that is killed and looked after. */
const rounds = 12;

async function killWriters(room: Room, trial: Trial, count: number, mode: "honest" | "early"): Promise<void> {
	const { world } = room;
	const runId = await world.queue(counter(1));
	const acks = join(world.root, "acks");
	for (let round = 0; round < count; round += 1) {
		const child = startWriter(room, runId, acks, mode, trial.random.between(1, 1_000_000));
		const exited = once(child, "exit");
		const before = linesOf(acks).length;
		await until(() => linesOf(acks).length > before, 20_000);
		await sleep(trial.random.between(1, 120));
		child.kill("SIGKILL");
		await exited;
		trial.injected();
	}
	checkAcks(room, runId, acks, trial);
	trial.harms(inspect(world, runId));
}

function startWriter(room: Room, runId: string, acks: string, mode: string, seed: number): ChildProcess {
	const { config } = room.world;
	const out = openSync(acks, "a");
	const child = spawn(process.execPath, [config.entry("faults"), "--writer", runId, mode, String(seed)], {
		env: config.environment as NodeJS.ProcessEnv,
		stdio: ["ignore", out, "inherit"],
	});
	closeSync(out);
	return child;
}

/** Whole lines only: the last one may be cut by the kill. */
function linesOf(acks: string): string[] {
	try {
		return readFileSync(acks, "utf8").split("\n").slice(0, -1);
	} catch {
		return [];
	}
}

/** Every acknowledged write must be there: its event, its blob's row, and its bytes. */
function checkAcks(room: Room, runId: string, acks: string, trial: Trial): void {
	const { store, config } = room.world;
	const { projectId } = readRun(store, runId);
	const contents = openContents(contentsFile(config, projectId));
	const rows = store.db.prepare("SELECT data FROM Event WHERE runId = ? AND kind = 'notice'").all(runId);
	const texts = new Set(
		(rows as { data: string }[]).map((row) => (JSON.parse(row.data) as { text: string }).text),
	);
	try {
		for (const line of linesOf(acks)) {
			const sha256 = line.split(" ").at(-1) as string;
			if (!texts.has(line)) trial.harm("lost", `the event "${line}" was acknowledged`);
			if (!contents.has(sha256)) trial.harm("lost", `content ${sha256} was acknowledged`);
			else if (createHash("sha256").update(contents.get(sha256)).digest("hex") !== sha256)
				trial.harm("corrupt", `content ${sha256}`);
		}
	} finally {
		contents.close();
	}
}

export const killWriter: Kind = {
	id: "kill-writer",
	title: "kill -9 of a process that writes contents, rows and events",
	quick: 3,
	full: 50,
	run: (trial) => inRoom((room) => killWriters(room, trial, rounds, "honest")),
	control: {
		says: "a writer that acknowledges before it commits",
		synthetic: false,
		quick: true,
		run: (trial) => inRoom((room) => killWriters(room, trial, rounds, "early")),
	},
};
