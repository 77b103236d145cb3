import { makeDashboard, until } from "../dashboard.ts";
import { atLeast, atMost, type Measure } from "../measure.ts";

const perSecond = 2000;
const seconds = 60;
const lines = perSecond * seconds;
/** paced by the clock, so that a late timer is made up for */
const script = `node -e "let n=0;const s=Date.now();const t=setInterval(()=>{const due=Math.min(${lines},Math.floor((Date.now()-s)*${perSecond / 1000}));let out='';while(n<due)out+='line '+(n++)+'\\n';process.stdout.write(out);if(n>=${lines}){console.log('end '+Date.now());clearInterval(t)}},10)"`;

/** A talkative program for a minute, with its Log page open and following. */
export const eventRate: Measure = {
	name: "event-rate",
	summary: `${perSecond} lines a second for ${seconds} s with the page live`,
	async run() {
		const dashboard = makeDashboard();
		try {
			const { world } = dashboard;
			const runId = await world.queue({ protocol: "vanilla", command: script });
			const { daemon, visitor } = await dashboard.open();
			const { page } = visitor;
			await page.goto(`${daemon.url}/runs/${runId}/log`);
			await page.getByRole("log").waitFor();
			const last = page.getByText(/^end \d{13}$/).first();
			await last.waitFor({ timeout: (seconds + 60) * 1000 });
			const seenAt = Date.now();
			const saidAt = Number((await last.textContent())?.slice(4));
			await until("the end of the run", 60_000, () => world.view(runId).status === "ended");
			const stored = world.store.db
				.prepare(
					`SELECT COUNT(*) AS count, MIN(at) AS first, MAX(at) AS last FROM Event
					WHERE runId = ? AND kind = 'message' AND data LIKE '%"line %'`,
				)
				.get(runId) as { count: number; first: number; last: number };
			const gaps = world.store.db
				.prepare("SELECT MAX(seq) - COUNT(*) AS gaps FROM Event WHERE runId = ?")
				.get(runId) as { gaps: number };
			const rate = stored.count / ((stored.last - stored.first) / 1000);
			return [
				// the program itself starts and ends its minute within a tick
				atLeast(
					"events stored per second",
					rate,
					"/s",
					perSecond * 0.98,
					`${stored.count} of ${lines} lines`,
				),
				atMost("lines lost", lines - stored.count + gaps.gaps, "", 0),
				atMost("last line to the page", seenAt - saidAt, "ms", 2000, "after a minute at that rate"),
			];
		} finally {
			await dashboard.close();
		}
	},
};
