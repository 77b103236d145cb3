import { makeDashboard } from "../dashboard.ts";
import { atMost, type Measure, percentile } from "../measure.ts";

const ticks = 300;
const script = `node -e "let n=0;const t=setInterval(()=>{console.log('tick '+Date.now());if(++n>=${ticks})clearInterval(t)},100)"`;

/** From the moment a program writes a line to the moment it stands on the open Log page. */
export const liveLatency: Measure = {
	name: "live-latency",
	summary: `${ticks} lines, ten a second, seen in a browser`,
	async run() {
		const dashboard = makeDashboard();
		try {
			const runId = await dashboard.world.queue({ protocol: "vanilla", command: script });
			const { daemon, visitor } = await dashboard.open();
			const { page } = visitor;
			await page.goto(`${daemon.url}/runs/${runId}/log`);
			await page.getByRole("log").waitFor();
			const delays = await page.evaluate(async (last) => {
				const seen = new Map<string, number>();
				const look = () => {
					const now = Date.now();
					const text = document.querySelector('[role="log"]')?.textContent ?? "";
					for (const [, at] of text.matchAll(/tick (\d{13})/g)) {
						if (at !== undefined && !seen.has(at)) seen.set(at, now - Number(at));
					}
				};
				look();
				// what was there before the page looked tells nothing
				const old = new Set(seen.keys());
				const observer = new MutationObserver(look);
				observer.observe(document.body, { subtree: true, childList: true, characterData: true });
				for (let quiet = 0, count = 0; quiet < 30 && seen.size < last; quiet += 1) {
					await new Promise((resolve) => setTimeout(resolve, 100));
					if (seen.size > count) quiet = 0;
					count = seen.size;
				}
				observer.disconnect();
				return [...seen].filter(([at]) => !old.has(at)).map(([, delay]) => delay);
			}, ticks);
			if (delays.length < ticks / 3) throw new Error(`only ${delays.length} lines were seen live`);
			const note = `${delays.length} lines live, median ${percentile(delays, 0.5)} ms, worst ${Math.max(...delays)} ms`;
			return [atMost("line to browser, p95", percentile(delays, 0.95), "ms", 150, note)];
		} finally {
			await dashboard.close();
		}
	},
};
