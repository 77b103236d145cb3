import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser, type Visitor, visit } from "../support/browser.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { makeWorld, type World } from "../support/world.ts";

export interface Dashboard {
	world: World;
	/** starts the daemon, which takes up what is queued */
	open(): Promise<{ daemon: TestDaemon; browser: Browser; visitor: Visitor }>;
	close(): Promise<void>;
}

/** A data directory with its daemon and a person's browser on it. */
export function makeDashboard(): Dashboard {
	const world = makeWorld();
	const home = join(world.root, "home");
	mkdirSync(home, { recursive: true });
	let daemon: TestDaemon | null = null;
	let browser: Browser | null = null;
	return {
		world,
		async open() {
			daemon = await startTestDaemon(world.config.dataDirectory, { HOME: home });
			browser = await openBrowser();
			return { daemon, browser, visitor: await visit(browser, daemon) };
		},
		async close() {
			await browser?.close();
			await daemon?.stop();
			world.close();
		},
	};
}

/** Polls every 25 ms. @throws after `withinMs` */
export async function until(what: string, withinMs: number, fits: () => boolean): Promise<void> {
	for (const deadline = Date.now() + withinMs; !fits(); ) {
		if (Date.now() > deadline) throw new Error(`${what} didn't happen within ${withinMs} ms`);
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}
