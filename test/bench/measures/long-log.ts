import { makeDashboard } from "../dashboard.ts";
import { atMost, type Measure, median } from "../measure.ts";

const events = 1_000_000;
const rounds = 5;

/** Opens the Log of a run whose call has said a million things, from the run's page by its tab. */
export const longLog: Measure = {
	name: "long-log",
	summary: `a log of ${events.toLocaleString("en-US")} events, written first (about a minute)`,
	async run() {
		const dashboard = makeDashboard();
		try {
			const { world } = dashboard;
			const runId = await world.queue({ protocol: "vanilla", command: "echo one" });
			await world.runner(runId).finished;
			const call = world.store.db.prepare("SELECT id FROM Invocation WHERE runId = ?").get(runId) as {
				id: string;
			};
			const { lastSeq } = world.store.db.prepare("SELECT lastSeq FROM Run WHERE id = ?").get(runId) as {
				lastSeq: number;
			};
			for (let from = 0; from < events; from += 100_000) {
				world.store.transaction(() => {
					world.store.db
						.prepare(
							`INSERT INTO Event (runId, seq, at, channel, kind, loop, invocationId, data)
							WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
							SELECT ?, ? + i, ?, 'log', 'message', 1, ?, json_object('type', 'message', 'text',
							'line ' || CAST(? + i AS INTEGER) || ': what a program says while it works on something for a long time') FROM n`,
						)
						.run(runId, lastSeq + from, Date.now(), call.id, from);
					world.store.db
						.prepare("UPDATE Run SET lastSeq = ? WHERE id = ?")
						.run(lastSeq + from + 100_000, runId);
				});
			}
			const { daemon, visitor } = await dashboard.open();
			const { page } = visitor;
			const took: number[] = [];
			let rows = 0;
			for (let round = 0; round < rounds; round += 1) {
				await page.goto(`${daemon.url}/runs/${runId}`);
				const tab = page.getByRole("main").getByRole("link", { name: "Log", exact: true }).first();
				await tab.waitFor();
				await page.waitForLoadState("networkidle");
				const started = performance.now();
				await tab.click();
				await page.getByText(`line ${events}:`, { exact: false }).first().waitFor();
				took.push(performance.now() - started);
				rows = Math.max(rows, await page.locator('[role="log"] [data-index]').count());
			}
			return [
				atMost(
					"open a log of 1,000,000 events",
					median(took) / 1000,
					"s",
					0.5,
					`median of ${rounds}, ${took.map((ms) => Math.round(ms)).join(", ")} ms`,
				),
				atMost("its rows in the page", rows, "", 150),
			];
		} finally {
			await dashboard.close();
		}
	},
};
