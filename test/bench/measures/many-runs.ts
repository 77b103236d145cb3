import { readLiveness } from "../../../server/store/run-heads.ts";
import { openBrowser, visit } from "../../support/browser.ts";
import { startTestDaemon } from "../../support/daemon.ts";
import { makeWorld, type World } from "../../support/world.ts";
import { answering, answers, oneCriterion } from "../command-answers.ts";
import { atLeast, atMost, type Measure } from "../measure.ts";
import { residentMegabytes } from "../resident.ts";
import { type Told, watchTab } from "../tab-watch.ts";

const runs = 20;
const tabs = 10;
/** enough that the tabs are open for most of it */
const loops = 10;

/** Twenty runs at once under one daemon, with ten open tabs that each follow one of them. */
export const manyRuns: Measure = {
	name: "many-runs",
	summary: `${runs} runs of ${loops} loops at once, ${tabs} tabs, some minutes`,
	async run() {
		const world = makeWorld();
		const browser = await openBrowser();
		try {
			const ids: string[] = [];
			for (let index = 0; index < runs; index += 1) {
				ids.push(
					await world.queue({
						name: `run-${index}`,
						files: answers,
						project: oneCriterion,
						options: { loops },
						command: `sleep 0.2; ${answering}`,
					}),
				);
			}
			const daemon = await startTestDaemon(world.config.dataDirectory, { HOME: `${world.root}/home` });
			const told: Told[][] = [];
			const first = await visit(browser, daemon);
			for (let index = 0; index < tabs; index += 1) {
				const page = await first.context.newPage();
				told.push(watchTab(page));
				await page.goto(`${daemon.url}/runs/${ids[index]}`);
			}
			const most = await watchMemory(world, ids, daemon.pid);
			// the tabs' sockets hand on what the last commit brought
			await new Promise((resolve) => setTimeout(resolve, 2000));
			await daemon.stop();
			const spans = ids.map((id) => {
				const view = world.view(id);
				return (view.endedAt ?? 0) - (view.startedAt ?? 0);
			});
			const faults = told.reduce((sum, of, index) => sum + faultsOf(world, ids[index] as string, of), 0);
			const seen = told.flat().reduce((sum, one) => sum + one.seqs.length, 0);
			return [
				atLeast(
					"runs completed",
					ids.filter((id) => world.view(id).endCause === "completed").length,
					"",
					runs,
				),
				atMost("gaps in the runs' events", gapsOf(world), "", 0),
				// tabs that were told nothing would miss nothing
				atLeast("events told to tabs", seen, "", 200),
				atMost("events missed or doubled in tabs", faults, "", 0, `${seen} events in ${tabs} tabs`),
				atMost(
					"slowest run against fastest",
					Math.max(...spans) / Math.min(...spans),
					"×",
					2,
					`${Math.round(Math.min(...spans) / 1000)}–${Math.round(Math.max(...spans) / 1000)} s`,
				),
				atMost("largest runner", most.runner, "MB", 120),
				atMost("daemon with 20 runs and 10 tabs", most.daemon, "MB", 300, "design sets 150 MB at rest only"),
			];
		} finally {
			await browser.close();
			world.close();
		}
	},
};

async function watchMemory(world: World, ids: string[], daemon: number) {
	let most: { runner: number | null; daemon: number | null } = { runner: null, daemon: null };
	const larger = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));
	for (const deadline = Date.now() + 15 * 60_000; Date.now() < deadline; ) {
		const alive = ids.map((id) => readLiveness(world.store, id));
		for (const run of alive) {
			if (run?.runnerPid != null) {
				most = { ...most, runner: larger(most.runner, residentMegabytes(run.runnerPid)) };
			}
		}
		most = { ...most, daemon: larger(most.daemon, residentMegabytes(daemon)) };
		if (alive.every((run) => run?.status === "ended")) return most;
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	throw new Error("the runs didn't end within a quarter of an hour");
}

function gapsOf({ store }: World): number {
	const row = store.db
		.prepare(
			`SELECT SUM(Run.lastSeq - (SELECT COUNT(*) FROM Event WHERE Event.runId = Run.id AND Event.seq BETWEEN 1 AND Run.lastSeq)) AS gaps
			FROM Run`,
		)
		.get() as { gaps: number };
	return row.gaps;
}

/** Compares what a tab was told with what was stored after its cursor; a tab that was told nothing has missed it all. */
function faultsOf({ store }: World, runId: string, told: Told[]): number {
	const mine = told.filter((one) => one.runId === runId);
	const from = Math.min(...mine.map((one) => one.after));
	const stored = store.db
		.prepare("SELECT seq FROM Event WHERE runId = ? AND channel = 'run' AND seq > ? ORDER BY seq")
		.all(runId, Number.isFinite(from) ? from : 0) as { seq: number }[];
	const received = mine.flatMap((one) => one.seqs);
	const expected = new Set(stored.map(({ seq }) => seq));
	const missed = [...expected].filter((seq) => !received.includes(seq)).length;
	return missed + received.length - new Set(received).size;
}
