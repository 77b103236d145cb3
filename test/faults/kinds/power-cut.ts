import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openContents } from "../../../server/evidence/contents.ts";
import { contentsFile } from "../../../server/evidence/contents-file.ts";
import { readRunEvents } from "../../../server/store/events.ts";
import { readRun } from "../../../server/store/run-rows.ts";
import { makeWorld, type World } from "../../support/world.ts";
import { inspect } from "../inspect.ts";
import type { Finding, Kind, Trial } from "../kind.ts";
import { cannotCutPower, dataOn, onDisk } from "../power.ts";
import { counter } from "../products.ts";
import { inRoom, type Room, until } from "../room.ts";
import { stopProcess } from "../stop.ts";

/** Power cuts of one trial, and of a control: one writer goes on from each, as its disk is only copied. */
const cuts = { trial: 5, control: 2 };

type Mode = "power" | "power-normal" | "power-contents";

/** Our own store and contents write on the disk and acknowledge outside of it; each cut must hold all that was told. */
async function cutWriter(trial: Trial, mode: Mode, count: number): Promise<Finding[]> {
	const found: Finding[] = [];
	await onDisk((disk) =>
		inRoom(async (room) => {
			const runId = await room.world.queue(counter(1));
			const acks = join(room.world.root, "acks");
			const writer = startWriter(room, runId, acks, mode, trial.random.between(1, 1_000_000));
			const exited = once(writer, "exit");
			try {
				for (let cut = 0; cut < count; cut += 1) {
					const told = linesOf(acks).length;
					if (!(await until(() => linesOf(acks).length > told, 30_000)))
						throw new Error("the writer acknowledges nothing");
					await sleep(trial.random.between(1, 900));
					await stopProcess(writer.pid as number);
					const lines = linesOf(acks);
					const image = await disk.cut();
					trial.injected();
					await disk.look(image, async (at) => {
						const world = makeWorld(dataOn(at));
						try {
							const here = [...checkAcknowledged(world, runId, lines), ...inspect(world, runId)];
							trial.saw(`cut ${cut + 1}: ${lines.length} acknowledged, ${here[0]?.text ?? "all there"}`);
							found.push(...here);
						} finally {
							world.close();
						}
					});
					writer.kill("SIGCONT");
				}
			} finally {
				writer.kill("SIGKILL");
				await exited;
			}
		}, dataOn(disk.at)),
	);
	return found;
}

function startWriter(room: Room, runId: string, acks: string, mode: Mode, seed: number): ChildProcess {
	const { config } = room.world;
	const out = openSync(acks, "a");
	const child = spawn(process.execPath, [config.entry("faults"), "--writer", runId, mode, String(seed)], {
		env: config.environment as NodeJS.ProcessEnv,
		stdio: ["ignore", out, "inherit"],
	});
	closeSync(out);
	return child;
}

/** The writer writes whole lines; only a kill could cut the last one. */
function linesOf(acks: string): string[] {
	return readFileSync(acks, "utf8").split("\n").slice(0, -1);
}

/** Of `lines`, each an event's text that ends in its content's hash: which are gone or changed. */
function checkAcknowledged(world: World, runId: string, lines: readonly string[]): Finding[] {
	const { projectId } = readRun(world.store, runId);
	const texts = new Set(
		readRunEvents(world.store, runId, 0, 1_000_000).map(({ event }) =>
			event.kind === "notice" ? event.text : "",
		),
	);
	const contents = openContents(contentsFile(world.config, projectId));
	try {
		const hashOf = (line: string) => line.split(" ").at(-1) as string;
		const all = lines.length;
		const events = lines.filter((line) => !texts.has(line)).length;
		const states = lines.map((line) => contents.verify(hashOf(line)));
		const missing = states.filter((state) => state === "missing").length;
		const damaged = states.filter((state) => state === "damaged").length;
		return [
			...(events > 0
				? [{ harm: "lost" as const, text: `${events} of ${all} acknowledged events lost` }]
				: []),
			...(missing > 0
				? [{ harm: "lost" as const, text: `${missing} of ${all} acknowledged contents lost` }]
				: []),
			...(damaged > 0 ? [{ harm: "corrupt" as const, text: `${damaged} of ${all} contents damaged` }] : []),
		];
	} finally {
		contents.close();
	}
}

export const powerCut: Kind = {
	id: "power-cut",
	title: "power cut (emulated) while contents, rows and events are written",
	quick: 1,
	full: 10,
	needs: cannotCutPower,
	run: async (trial) => trial.harms(await cutWriter(trial, "power", cuts.trial)),
	control: {
		says: "synchronous=NORMAL set behind the store's back, then behind the contents'; each must lose",
		synthetic: false,
		quick: true,
		async run(trial) {
			for (const mode of ["power-normal", "power-contents"] as const) {
				const found = await cutWriter(trial, mode, cuts.control);
				if (!found.some(({ harm, text }) => harm === "lost" && text.includes("acknowledged")))
					throw new Error(`${mode} lost nothing that it acknowledged`);
				trial.harms(found.slice(0, 1));
			}
		},
	},
};
