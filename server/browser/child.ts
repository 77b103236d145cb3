import { appendFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { openGate } from "./gate.ts";
import { type BrowserJob, noVisit, type ProbeOutcome } from "./job.ts";
import { describeBrowser, launchBrowser } from "./launch.ts";
import { pictureBase, visit } from "./visit.ts";

/*
 * The process that holds the browser library (about 140 MB, so nobody else imports it). Reads one job, makes every
 * visit of it one after the other, writes an outcome after each. Standard output is only a nudge for the reader.
 */

interface Session {
	browser: Browser;
	environment: Record<string, string>;
}

async function main(): Promise<void> {
	const job = JSON.parse(await text(process.stdin)) as BrowserJob;
	const gate = await openGate(job.url);
	const report = (outcome: ProbeOutcome) => {
		appendFileSync(job.results, `${JSON.stringify(outcome)}\n`, { mode: 0o600 });
		process.stdout.write(`${outcome.probeId} ${outcome.repetition} ${outcome.status}\n`);
	};
	let session: Session | null = null;
	for (const [index, probe] of job.probes.entries()) {
		for (let repetition = 1; repetition <= probe.repeat; repetition += 1) {
			let current: Session;
			try {
				current = session ?? (await open(job, gate.address));
				session = current;
			} catch (error) {
				report(noVisit(probe, repetition, "unavailable", `The browser did not start: ${firstLine(error)}`));
				continue;
			}
			try {
				const { outcome, hangs } = await visit({
					...current,
					url: job.url,
					probe,
					repetition,
					pictureBase: pictureBase(job.outputDirectory, index, repetition),
				});
				report(outcome);
				if (hangs) session = await abandon(current.browser);
			} catch (error) {
				report(noVisit(probe, repetition, "error", `The browser failed: ${firstLine(error)}`));
				session = await abandon(current.browser);
			}
		}
	}
	if (session !== null) await abandon(session.browser);
	gate.close();
}

async function open(job: BrowserJob, proxy: string): Promise<Session> {
	const browser = await launchBrowser(job, proxy);
	return { browser, environment: { ...(await describeBrowser(browser)), sandbox: job.sandbox } };
}

/** A browser with a page that hangs may not close by itself: it is given a second, then it ends with this process. */
async function abandon(browser: Browser): Promise<null> {
	await Promise.race([browser.close().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 3000))]);
	return null;
}

function firstLine(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).split("\n")[0]?.slice(0, 300) ?? "";
}

await main();
process.exit(0);
