import { ulid } from "ulid";
import type { World } from "../../support/world.ts";
import { answering, answers, oneCriterion } from "../command-answers.ts";
import { makeDashboard } from "../dashboard.ts";
import { atMost, type Measure, median } from "../measure.ts";

const runs = 8;
const loops = 100;
const rounds = 5;

/** Opens Compare with eight runs of a hundred loops; the loops are copies of a real one's events. */
export const compareRuns: Measure = {
	name: "compare",
	summary: `${runs} runs of ${loops} loops side by side`,
	async run() {
		const dashboard = makeDashboard();
		try {
			const { world } = dashboard;
			const original = await world.queue({
				name: "compared",
				files: answers,
				project: oneCriterion,
				command: answering,
			});
			await world.runner(original).finished;
			const ids = Array.from({ length: runs }, (_, index) => copyOf(world, original, index + 2));
			const { daemon, visitor } = await dashboard.open();
			const { page } = visitor;
			const took: number[] = [];
			for (let round = 0; round < rounds; round += 1) {
				await page.goto(`${daemon.url}/projects`);
				await page.waitForLoadState("networkidle");
				const started = performance.now();
				await page.goto(`${daemon.url}/compare?runs=${ids.join(",")}`);
				// each run's picture of its issues; what a plain command used is unknown, and has no picture
				await page
					.locator('main svg[role="img"]')
					.nth(runs - 1)
					.waitFor();
				took.push(performance.now() - started);
			}
			const note = `page load and charts, median of ${rounds}: ${took.map((ms) => Math.round(ms)).join(", ")} ms`;
			return [atMost("compare 8 runs × 100 loops", median(took) / 1000, "s", 1, note)];
		} finally {
			await dashboard.close();
		}
	},
};

interface Row {
	seq: number;
	at: number;
	channel: string;
	kind: string;
	loop: number | null;
	data: string;
}

/** A further run of the same project whose loop 1 is repeated a hundred times. */
function copyOf({ store }: World, original: string, number: number): string {
	const id = ulid();
	const rows = store.db
		.prepare(
			"SELECT seq, at, channel, kind, loop, data FROM Event WHERE runId = ? AND channel = 'run' ORDER BY seq",
		)
		.all(original) as Row[];
	const first = rows.findIndex((row) => row.kind === "loop.started");
	const last = rows.findIndex((row) => row.kind === "loop.ended");
	const columns = (store.db.pragma("table_info(Run)") as { name: string }[])
		.map(({ name }) => name)
		.filter((name) => name !== "id" && name !== "number");
	store.transaction(() => {
		store.db
			.prepare(
				`INSERT INTO Run (id, number, ${columns.join(", ")}) SELECT ?, ?, ${columns.join(", ")} FROM Run WHERE id = ?`,
			)
			.run(id, number, original);
		let seq = 0;
		const add = (row: Row, loop: number | null, minutes: number) => {
			const data = JSON.parse(row.data) as Record<string, unknown>;
			if (data.runId === original) Object.assign(data, { runId: id, number });
			if (loop !== null) data.loop = loop;
			seq += 1;
			store.db
				.prepare("INSERT INTO Event (runId, seq, at, channel, kind, loop, data) VALUES (?, ?, ?, ?, ?, ?, ?)")
				.run(id, seq, row.at + minutes * 60_000, row.channel, row.kind, loop, JSON.stringify(data));
		};
		for (const row of rows.slice(0, first)) add(row, null, 0);
		for (let loop = 1; loop <= loops; loop += 1) {
			for (const row of rows.slice(first, last + 1)) add(row, loop, loop);
		}
		for (const row of rows.slice(last + 1)) add(row, null, loops);
		store.db.prepare("UPDATE Run SET lastSeq = ? WHERE id = ?").run(seq, id);
	});
	return id;
}
