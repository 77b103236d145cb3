import { readRunEvents } from "../../../server/store/events.ts";
import { makeWorld, type World } from "../../support/world.ts";
import { answering, answers, oneCriterion } from "../command-answers.ts";
import { atMost, type Figure, type Measure, median } from "../measure.ts";

const files = 1000;
const loops = 100;

/**
 * What a loop costs beyond its programs: three calls in their sandboxes, a freeze of 1,000 files, verdict and ledger. The
 * programs are shell scripts of a few milliseconds, so a whole loop counts as overhead (a little too much) but for the
 * examination: the target is one without checks (design §11), and no plan is accepted without one.
 */
export const loopOverhead: Measure = {
	name: "loop-overhead",
	summary: `${loops} loops over ${files} files, two minutes at most`,
	async run() {
		const world = makeWorld();
		try {
			const seed = Object.fromEntries(
				Array.from({ length: files - 3 }, (_, index) => [
					`src/part-${index % 40}/file-${index}.txt`,
					`file ${index}\n`.repeat(40),
				]),
			);
			const runId = await world.queue({
				name: "overhead",
				files: { ...seed, ...answers },
				project: oneCriterion,
				options: { loops },
				command: answering,
			});
			await world.runner(runId).finished;
			const whole = durationsOf(runId, (after) => readRunEvents(world.store, runId, after, 1000));
			const examined = examinationsOf(world, runId);
			const durations = whole.map((ms, index) => ms - (examined[index] as number));
			const early = median(durations.slice(5, 15));
			const late = median(durations.slice(-10));
			return [
				atMost("loop overhead", median(durations) / 1000, "s per loop", 0.35, noteOf(durations, whole)),
				atMost(
					`loop ${loops} against loop 10`,
					late / early,
					"×",
					1.15,
					`${Math.round(early)} ms and ${Math.round(late)} ms`,
				),
			] satisfies Figure[];
		} finally {
			world.close();
		}
	},
};

type Stored = ReturnType<typeof readRunEvents>;

/** Wall time of each loop in ms. */
export function durationsOf(runId: string, read: (after: number) => Stored): number[] {
	const started = new Map<number, number>();
	const durations: number[] = [];
	for (let after = 0, events = read(after); events.length > 0; events = read(after)) {
		for (const { at, event } of events) {
			if (event.kind === "loop.started") started.set(event.loop, at);
			if (event.kind === "loop.ended") durations.push(at - (started.get(event.loop) ?? at));
		}
		after = events.at(-1)?.seq ?? after;
	}
	if (durations.length < loops) throw new Error(`run ${runId} ended after ${durations.length} loops`);
	return durations;
}

/** How long each loop's checks took, their copies and sandboxes included, in ms. */
function examinationsOf(world: World, runId: string): number[] {
	const steps = world.store.db
		.prepare(
			"SELECT outcomeAt - intentAt AS ms FROM Step WHERE runId = ? AND key LIKE '%/examine' ORDER BY intentAt",
		)
		.all(runId) as { ms: number }[];
	const calls = world.store.db.prepare("SELECT COUNT(*) AS n FROM Invocation WHERE runId = ?").get(runId) as {
		n: number;
	};
	// an answer that has to be corrected is a call too many, and not what is measured
	if (calls.n !== 3 * loops)
		throw new Error(`${calls.n} calls in ${loops} loops; there should be three in each`);
	return steps.map(({ ms }) => ms);
}

function noteOf(durations: number[], whole: number[]): string {
	return `median of ${durations.length} loops, ${Math.min(...durations)}–${Math.max(...durations)} ms; with one check ${Math.round(median(whole))} ms`;
}
