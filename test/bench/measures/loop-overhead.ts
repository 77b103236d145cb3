import { readRunEvents } from "../../../server/store/events.ts";
import { makeWorld } from "../../support/world.ts";
import { answering, answers, oneCriterion } from "../command-answers.ts";
import { atMost, type Figure, type Measure, median } from "../measure.ts";

const files = 1000;
const loops = 100;

/**
 * What a loop costs beyond its programs: three calls in their sandboxes, a freeze of 1,000 files, verdict and ledger, no
 * checks. The programs are shell scripts of a few milliseconds, so the whole loop counts as overhead (a little too much).
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
			const durations = durationsOf(runId, (after) => readRunEvents(world.store, runId, after, 1000));
			const early = median(durations.slice(5, 15));
			const late = median(durations.slice(-10));
			return [
				atMost("loop overhead", median(durations) / 1000, "s per loop", 0.35, noteOf(durations)),
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

function noteOf(durations: number[]): string {
	return `median of ${durations.length} loops, ${Math.min(...durations)}–${Math.max(...durations)} ms`;
}
