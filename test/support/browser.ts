import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../server/browser/find-browser.ts";
import type { TestDaemon } from "./daemon.ts";

/** A person's browser: the same that probes use, with a window of its own for each test. */
export async function openBrowser(): Promise<Browser> {
	const found = await findBrowser({
		path: process.env.PATH ?? "",
		wanted: process.env.FUSELINE_BROWSER ?? null,
	});
	if (!("path" in found)) throw new Error(`${found.problem} ${found.mend}`);
	return chromium.launch({
		executablePath: found.path,
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
		],
	});
}

export interface Visitor {
	context: BrowserContext;
	page: Page;
	/** errors and warnings that pages wrote to the console, and exceptions that nobody caught */
	complaints: string[];
}

/** A window that has opened the printed link once, so that it holds the token. */
export async function visit(
	browser: Browser,
	daemon: TestDaemon,
	options: { width: number; height: number; colorScheme?: "light" | "dark" } = { width: 1440, height: 900 },
): Promise<Visitor> {
	const { width, height, colorScheme = "light" } = options;
	const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: "en-US" });
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning")
			complaints.push(`${page.url()}: ${message.text()}`);
	});
	page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
	await page.goto(`${daemon.url}/#token=${daemon.token}`);
	// the token is taken out of the address as soon as the page has kept it
	await page.waitForFunction(
		() => location.hash === "" && document.querySelector("main") !== null,
		undefined,
		{
			timeout: 60_000,
		},
	);
	return { context, page, complaints };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical violations of WCAG A and AA on the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
	// evaluated by the debugger: the page's own policy forbids foreign scripts, as it should
	await page.evaluate(axe);
	return page.evaluate(async () => {
		const { run } = (window as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe;
		const result = await run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
		return result.violations
			.filter((item) => item.impact === "serious" || item.impact === "critical")
			.map((item) => `${item.id}: ${item.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
	});
}

interface AxeResult {
	violations: { id: string; impact: string; nodes: { html: string }[] }[];
}
