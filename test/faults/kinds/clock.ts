import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { differenceOf, essenceOf, viewOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter, undisturbedEssence } from "../products.ts";
import { inRoom, inspectRest, type Room, startRunner, until } from "../room.ts";
import { watchRun } from "../watch.ts";

const hourMs = 3_600_000;
/** An hour on, an hour back, months on, to 1970, and right again. */
const jumps = [hourMs, -hourMs, 5000 * hourMs, -480_000 * hourMs, 0];

/**
 * The machine's wall clock as a process of Node sees it: what `file` says is added to it, from now on. `steady`: the
 * clock that only counts is moved too, as if whoever measures time took it from the wall.
 */
function clockPreload(room: Room, file: string, steady: boolean): Record<string, string> {
	const preload = join(room.world.root, "clock.cjs");
	writeFileSync(file, "0");
	writeFileSync(
		preload,
		`
const { readFileSync } = require("node:fs");
const offset = () => Number(readFileSync(${JSON.stringify(file)}, "latin1")) || 0;
const RealDate = Date;
const realNow = Date.now;
const now = () => realNow() + offset();
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
	construct: (target, given, asked) => Reflect.construct(target, given.length ? given : [now()], asked),
	apply: (target) => new target(now()).toString(),
});
if (${steady}) {
	const count = performance.now.bind(performance);
	performance.now = () => count() + offset();
}`,
	);
	return { NODE_OPTIONS: `--require ${preload}` };
}

async function jump(room: Room, trial: Trial, steady: boolean, loops: number): Promise<void> {
	// the first turn takes long enough that somebody could lose patience with it
	const run = counter(loops, 700);
	const expected = await undisturbedEssence(`counter ${loops} 700`, run, trial);
	const file = join(room.world.root, "clock");
	const runId = await room.world.queue(run);
	const watch = watchRun(room.world.store, runId);
	const begun = performance.now();
	const runner = startRunner(room, runId, null, clockPreload(room, file, steady));
	let over = false;
	void runner.finished.then(() => {
		over = true;
	});
	if (steady) await until(() => over || calledIn(room, runId));
	for (let count = 0; !over; count += 1) {
		await Promise.race([sleep(trial.random.between(200, 700)), runner.finished]);
		if (over) break;
		writeFileSync(file, String(steady ? 5000 * hourMs : jumps[(count + trial.index) % jumps.length]));
		trial.injected();
		// only so far: whoever has lost patience has said so by then
		if (steady && (await until(() => over, 20_000))) break;
	}
	const end = await runner.finished;
	if (end !== 0) trial.harm("wrong", `the runner ended with ${end}`);
	const difference = differenceOf(expected, essenceOf(room.world, runId));
	if (difference !== null) trial.harm("lost", `the end is another one: ${difference}`);
	trial.harms(watch.check());
	watch.stop();
	const took = performance.now() - begun;
	for (const row of viewOf(room.world, runId).rows) {
		for (const [role, ms] of Object.entries(row.took)) {
			if (ms < 0 || ms > took)
				trial.harm("wrong", `the ${role} of loop ${row.loop} is said to have taken ${ms} ms`);
		}
	}
	await inspectRest(room, runId, trial, { clockJumped: true });
}

function calledIn(room: Room, runId: string): boolean {
	return (
		room.world.store.db
			.prepare("SELECT 1 FROM Invocation WHERE runId = ? AND pid IS NOT NULL AND role = 'developer'")
			.get(runId) !== undefined
	);
}

export const clockJumps: Kind = {
	id: "clock",
	title: "the runner's wall clock jumps by an hour, by months, to 1970 and back",
	quick: 1,
	full: 12,
	run: (trial) => inRoom((room) => jump(room, trial, false, 2)),
	control: {
		says: "the clock that only counts jumps too, as for a runner that takes durations from the wall's",
		synthetic: false,
		quick: false,
		run: (trial) => inRoom((room) => jump(room, trial, true, 1)),
	},
};
