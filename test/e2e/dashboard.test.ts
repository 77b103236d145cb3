import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type Visitor, violations, visit } from "../support/browser.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

let browser: Browser;
let daemon: TestDaemon;
let visitor: Visitor;
const runs: string[] = [];
const folder = temporaryFolder("e2e");

beforeAll(async () => {
	mkdirSync(join(folder, "home"));
	browser = await openBrowser();
	daemon = await startTestDaemon(join(folder, "data"), { HOME: join(folder, "home") });
	visitor = await visit(browser, daemon);
});
afterAll(async () => {
	await browser.close();
	await daemon.stop();
});

/** Fills the form with a bundled project and starts it; returns the run's id. */
async function startDemo(page: Page, title: string, protocol: string | null): Promise<string> {
	await page.goto(`${daemon.url}/runs/new`);
	await page.getByRole("radio", { name: "Demo", exact: true }).click();
	await page.getByText(title, { exact: true }).first().click();
	if (protocol !== null) {
		await page.getByRole("combobox", { name: "Protocol" }).click();
		await page.getByRole("option", { name: protocol }).click();
	}
	const start = page.getByRole("button", { name: "Start the run" });
	await expect.poll(() => start.isEnabled(), { timeout: 30_000 }).toBe(true);
	await start.click();
	await page.waitForURL(/\/runs\/[0-9A-Z]{26}$/, { timeout: 60_000 });
	return new URL(page.url()).pathname.split("/")[2] as string;
}

test("a run that is started from the form is seen to its end without reloading", async () => {
	const { page } = visitor;
	const id = await startDemo(page, "Tally", null);
	runs.push(id);
	const born = await page.evaluate(() => performance.timeOrigin);
	await page.getByText("completed").first().waitFor({ timeout: 150_000 });
	expect(await page.evaluate(() => performance.timeOrigin)).toBe(born);
	// both loops have their row, with a candidate and a verdict
	for (const loop of ["01", "02"]) await page.getByText(loop, { exact: true }).first().waitFor();
	expect(await page.getByText("pass", { exact: true }).count()).toBeGreaterThan(0);
}, 240_000);

test("a loop reads as asked, done, proved", async () => {
	const { page } = visitor;
	await page.goto(`${daemon.url}/runs/${runs[0]}/loops/1`);
	for (const word of ["asked", "done", "proved"]) {
		await page
			.getByText(new RegExp(`^${word}$`, "i"))
			.first()
			.waitFor();
	}
	expect(await violations(page)).toEqual([]);
});

test("its screenshots can be reviewed: real pictures, side by side", async () => {
	const { page } = visitor;
	await page.goto(`${daemon.url}/runs/${runs[0]}/screens`);
	const pictures = page.locator("main img");
	await pictures.first().waitFor();
	await expect
		.poll(() =>
			pictures.evaluateAll(
				(all) => all.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
			),
		)
		.toBeGreaterThanOrEqual(2);
	expect(await violations(page)).toEqual([]);
});

test("a hoh run and a vanilla run stand side by side", async () => {
	const { page } = visitor;
	const id = await startDemo(page, "Tally", "Vanilla");
	runs.push(id);
	await page.getByText("completed").first().waitFor({ timeout: 150_000 });
	await page.goto(`${daemon.url}/compare?runs=${runs.join(",")}`);
	await page.getByText("hoh", { exact: true }).first().waitFor();
	await page.getByText("vanilla", { exact: true }).first().waitFor();
	expect(await violations(page)).toEqual([]);
}, 240_000);

test("no page complains, overflows or hides from assistive technology, wide and narrow, light and dark", async () => {
	const candidate = await firstCandidate();
	const paths = [
		"/",
		"/runs/new",
		`/runs/${runs[0]}`,
		`/runs/${runs[0]}/loops/1`,
		`/runs/${runs[0]}/screens`,
		`/runs/${runs[0]}/issues`,
		`/runs/${runs[0]}/log`,
		`/runs/${runs[0]}/candidates/${candidate}`,
		`/compare?runs=${runs.join(",")}`,
		"/projects",
		"/processes",
		"/settings",
	];
	for (const [width, height, colorScheme] of [
		[1440, 900, "light"],
		[390, 844, "dark"],
	] as const) {
		const other = await visit(browser, daemon, { width, height, colorScheme });
		for (const path of paths) {
			await other.page.goto(daemon.url + path, { waitUntil: "load" });
			// while a page streams in, its frame may stand twice for a moment
			await other.page.locator("main").first().waitFor();
			await other.page.waitForTimeout(700);
			expect(await other.page.locator("main").count(), `${path} at ${width}`).toBe(1);
			const wide = await other.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
			expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(0);
			expect(await violations(other.page), `${path} at ${width}`).toEqual([]);
		}
		expect(other.complaints).toEqual([]);
		await other.context.close();
	}
	expect(visitor.complaints).toEqual([]);
}, 240_000);

test("ten tabs at once all see the run", async () => {
	const tabs = await Promise.all(Array.from({ length: 10 }, () => visitor.context.newPage()));
	await Promise.all(tabs.map((tab) => tab.goto(`${daemon.url}/runs/${runs[0]}`)));
	for (const tab of tabs) await tab.getByText("completed").first().waitFor({ timeout: 60_000 });
	await Promise.all(tabs.map((tab) => tab.close()));
}, 120_000);

test("a picture is accepted, rejected and commented with keys, and the verdict stays what it was", async () => {
	const { page } = visitor;
	await page.goto(`${daemon.url}/runs/${runs[0]}/screens`);
	await page.locator("figure button").first().click();
	await page.getByRole("button", { name: "Accept this picture" }).waitFor();
	await page.keyboard.press("n");
	await page.getByText("rejected by you").first().waitFor();
	await page.keyboard.press("y");
	await page.getByText("accepted by you").first().waitFor();
	await page.keyboard.press("c");
	// letters are letters while one writes: `d` and `y` would be keys of the window
	await page.keyboard.type("dry, and too pale");
	await page.keyboard.press("Enter");
	await page.getByRole("textbox", { name: "Your comment" }).waitFor({ state: "detached" });
	expect(await violations(page)).toEqual([]);
	await page.keyboard.press("Escape");
	// the strip says it, and a reload still does
	await page.reload();
	const frame = page.locator("figure", { hasText: "accepted by you" });
	await frame.waitFor();
	await frame.locator('[title="dry, and too pale"]').waitFor();
	await page.goto(`${daemon.url}/runs/${runs[0]}`);
	await page.getByText("pass", { exact: true }).first().waitFor();
}, 60_000);

test("words are found in the whole log", async () => {
	const { page } = visitor;
	await page.goto(`${daemon.url}/runs/${runs[0]}/log`);
	await page.getByRole("log").waitFor();
	await page.keyboard.press("/");
	await page.keyboard.type("tally");
	await page.keyboard.press("Enter");
	await page.getByText(/^1 of \d+\+?$/).waitFor();
	await page.locator("mark", { hasText: /tally/i }).first().waitFor();
	await page.keyboard.press("Enter");
	await page.getByText(/^2 of \d+\+?$/).waitFor();
	expect(new URL(page.url()).searchParams.get("q")).toBe("tally");
}, 60_000);

test("while the daemon is away every page says so, and comes back by itself", async () => {
	const narrow = await visit(browser, daemon, { width: 390, height: 844 });
	const tabs = [visitor.page, narrow.page];
	for (const tab of tabs) await tab.goto(`${daemon.url}/runs/${runs[0]}`);
	for (const tab of tabs) await tab.getByText("completed").filter({ visible: true }).first().waitFor();
	const { port } = daemon;
	await daemon.kill();
	for (const tab of tabs) await tab.getByText("The daemon doesn't answer").waitFor();
	daemon = await startTestDaemon(join(folder, "data"), {
		HOME: join(folder, "home"),
		FUSELINE_PORT: String(port),
	});
	for (const tab of tabs) {
		await tab.getByText("The daemon doesn't answer").waitFor({ state: "detached", timeout: 60_000 });
		await tab.getByText("completed").filter({ visible: true }).first().waitFor();
	}
	await narrow.context.close();
}, 120_000);

async function firstCandidate(): Promise<string> {
	const answer = await fetch(`${daemon.url}/api/trpc/runs.view`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			authorization: `Bearer ${daemon.token}`,
			origin: daemon.url,
		},
		body: JSON.stringify({ json: { runId: runs[0] } }),
	});
	const body = (await answer.json()) as {
		result: { data: { json: { view: { rows: { candidate: { id: string } }[] } } } };
	};
	return body.result.data.json.view.rows[0]?.candidate.id as string;
}
