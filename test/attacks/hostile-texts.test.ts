import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attackReport } from "../support/attack-report.ts";
import { openBrowser, type Visitor, visit } from "../support/browser.ts";
import { fuseline } from "../support/command-line.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { hiddenCharacters, hostileRun, oddNames } from "../support/hostile-product.ts";
import { type PageServer, servePages } from "../support/page-server.ts";
import { rawRequest, sendRaw } from "../support/raw-request.ts";
import { makeWorld } from "../support/world.ts";
import { readZip } from "../support/zip-entries.ts";

/* One run whose agents try to break out of pages, terminals, archives and folders by what they say and leave. */

const report = attackReport("hostile texts and files");
const world = makeWorld();
let bait: PageServer;
let daemon: TestDaemon;
let browser: Browser;
let visitor: Visitor;
let runId: string;
let candidate: { id: string; label: string };
let dialogs = 0;
const outside: string[] = [];

beforeAll(async () => {
	bait = await servePages({});
	runId = await world.queue(hostileRun(bait.url) as never);
	expect(await world.runner(runId).finished).toBe(0);
	daemon = await startTestDaemon(world.config.dataDirectory, { HOME: join(world.root, "home") });
	const row = world.store.db
		.prepare("SELECT id, loop, tree FROM Candidate WHERE runId = ? AND loop = 1")
		.get(runId) as {
		id: string;
		loop: number;
		tree: string;
	};
	candidate = { id: row.id, label: `loop-01-${row.tree.slice(0, 12)}` };
	browser = await openBrowser();
	visitor = await visit(browser, daemon);
	visitor.context.on("page", watch);
	watch(visitor.page);
	// what the product's own visit fetched is no matter of the dashboard
	bait.seen.length = 0;
}, 120_000);
afterAll(async () => {
	await browser?.close();
	await daemon?.stop();
	bait?.close();
	world.close();
});

function watch(page: Page): void {
	page.on("dialog", (dialog) => {
		dialogs += 1;
		void dialog.dismiss();
	});
	page.on("request", (request) => {
		const url = request.url();
		if (!url.startsWith(daemon.url) && !/^(data|blob):/.test(url)) outside.push(url);
	});
}

async function api<T>(name: string, input: unknown): Promise<T> {
	const answer = await fetch(`${daemon.url}/api/trpc/${name}`, {
		method: "POST",
		headers: {
			authorization: `Bearer ${daemon.token}`,
			origin: daemon.url,
			"content-type": "application/json",
		},
		body: JSON.stringify({ json: input }),
	});
	const body = (await answer.json()) as {
		result?: { data: { json: T } };
		error?: { json: { message: string } };
	};
	if (!body.result) throw new Error(body.error?.json.message ?? String(answer.status));
	return body.result.data.json;
}

/** Everything that a person could read or hover over. */
const words = (page: Page) =>
	page.evaluate(() => {
		const texts = [document.title];
		const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (node.parentElement?.closest("script, style")) continue;
			if (node.nodeType === Node.TEXT_NODE) texts.push(node.nodeValue ?? "");
			if (node instanceof Element)
				for (const { name, value } of node.attributes) if (!/^(class|style|d)$/.test(name)) texts.push(value);
		}
		return texts.filter((text) => text !== "");
	});

async function clean(page: Page, where: string): Promise<void> {
	const dirty = (await words(page)).filter((text) => hiddenCharacters.test(text));
	expect(
		dirty.map((text) => JSON.stringify(text).slice(0, 120)),
		where,
	).toEqual([]);
	expect(await page.evaluate(() => (window as { hit?: number }).hit), where).toBeUndefined();
	const foreign = await page.evaluate(
		() => document.querySelectorAll("main iframe, main svg[onload], main [onerror]").length,
	);
	expect(foreign, where).toBe(0);
	expect({ dialogs, outside, bait: bait.seen }, where).toEqual({ dialogs: 0, outside: [], bait: [] });
}

describe("every page", () => {
	it("shows hostile words as words: nothing runs, nothing is fetched, nothing hides", async () => {
		const { page } = visitor;
		const calls = world.store.db.prepare("SELECT id, role FROM Invocation WHERE runId = ?").all(runId) as {
			id: string;
			role: string;
		}[];
		const paths: [string, string][] = [
			["runs", "/"],
			["projects", "/projects"],
			["settings", "/settings"],
			["new run", "/runs/new"],
			["a copied run's form", `/runs/new?from=${runId}`],
			["run", `/runs/${runId}`],
			["loop", `/runs/${runId}/loops/1`],
			["issues", `/runs/${runId}/issues`],
			["an issue", `/runs/${runId}/issues?issue=evil`],
			["log", `/runs/${runId}/log`],
			["screens", `/runs/${runId}/screens`],
			["candidate", `/runs/${runId}/candidates/${candidate.id}`],
			["files", `/runs/${runId}/candidates/${candidate.id}?path=said.txt`],
			...oddNames
				.slice(0, 5)
				.map((name): [string, string] => [
					`file ${JSON.stringify(name)}`,
					`/runs/${runId}/candidates/${candidate.id}?path=${encodeURIComponent(name)}`,
				]),
			["compare", `/compare?runs=${runId},${runId}`],
			...calls.map((call): [string, string] => [`call of the ${call.role}`, `/invocations/${call.id}`]),
		];
		for (const [name, path] of paths) {
			await page.goto(daemon.url + path, { waitUntil: "load" });
			await page.locator("main").first().waitFor();
			await page.waitForTimeout(350);
			// what is folded is drawn too
			for (const fold of await page
				.locator("main [aria-expanded=false]:visible, main summary:visible")
				.all()) {
				await fold.click({ timeout: 200 }).catch(() => {});
			}
			await clean(page, name);
			report(`page: ${name}`, "refused: words only");
		}
		expect(visitor.complaints).toEqual([]);
	}, 120_000);

	it("shows each record's and finding's panel the same way", async () => {
		const { page } = visitor;
		await page.goto(`${daemon.url}/runs/${runId}/loops/1`);
		await page.locator("main").first().waitFor();
		await page.waitForTimeout(500);
		const buttons = await page.locator("main button:visible").all();
		for (const button of buttons.slice(0, 12)) {
			await button.click({ timeout: 200 }).catch(() => {});
			await clean(page, "a panel");
			await page.keyboard.press("Escape");
		}
		report("panels of a loop", "refused: words only");
	}, 60_000);
});

describe("documents that agents made", () => {
	it("run no script, fetch nothing and reach nothing when they are opened", async () => {
		const files = [
			"evil.html",
			"evil.svg",
			"evil.xml",
			"evil.pdf",
			"evil.js",
			"evil.md",
			"evil.png",
			"evil.css",
		];
		for (const path of files) {
			const file = await api<{ content: { url: string | null; artifactUrl: string | null } }>(
				"candidates.file",
				{
					candidateId: candidate.id,
					path,
				},
			);
			const { url, artifactUrl } = file.content;
			// only what can't run code has an address on the dashboard's own site
			if (url !== null) expect(path).toMatch(/\.(md|png|js|css|xml)$/);
			const address = artifactUrl ?? `${daemon.url}${url}`;
			const tab = await visitor.context.newPage();
			const failed = await tab.goto(address, { waitUntil: "load" }).then(
				() => false,
				// what is saved instead of shown ends the navigation
				() => true,
			);
			await tab.waitForTimeout(250);
			expect(bait.seen, path).toEqual([]);
			if (!failed) {
				expect(new URL(tab.url()).origin, path).toBe(new URL(address).origin);
				expect(tab.context().pages().length, path).toBeLessThanOrEqual(2);
			}
			await tab.close();
			// and the same bytes can't be had on the dashboard's site under a type that runs
			const signed = new URL(address);
			const there = await fetch(`${daemon.url}${signed.pathname}${signed.search}`);
			expect(there.headers.get("content-type") ?? "", path).not.toMatch(/html|svg|xml|javascript|css/);
			report(`document ${path}`, failed ? "refused: saved, not shown" : "refused: shown without any right");
		}
		expect(await visitor.page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
		outside.length = 0;
	}, 60_000);

	it("can't be had by a changed address", async () => {
		const file = await api<{ content: { artifactUrl: string } }>("candidates.file", {
			candidateId: candidate.id,
			path: "evil.html",
		});
		const url = new URL(file.content.artifactUrl);
		const other = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
		const changes: [string, string][] = [
			["another type", url.search.replace("html", "plain")],
			["no signature", url.search.replace(/&sig=.*/, "")],
			["a signature cut short", url.search.slice(0, -1)],
			["a parameter behind the signature", `${url.search}&type=text/html`],
			["a parameter before the signature", url.search.replace("?", "?x=1&")],
			["two signatures", `${url.search}${url.search.slice(url.search.indexOf("&sig"))}`],
		];
		for (const [name, search] of changes) {
			expect((await fetch(`${url.origin}${url.pathname}${search}`)).status, name).toBe(403);
			report(`signed address with ${name}`, "refused: 403");
		}
		const moved = url.pathname.replace(/\/contents\/[^/]+/, `/contents/${other}`);
		expect((await fetch(`${url.origin}${moved}${url.search}`)).status).toBe(403);
		report("signed address in another project", "refused: 403");
	});
});

describe("files of a candidate", () => {
	it.each([
		"../../../../etc/passwd",
		"/etc/passwd",
		"link-file",
		"link-up/etc/passwd",
		"link-root/etc/passwd",
		"..\\..\\etc\\passwd",
		"./said.txt",
		"said.txt/",
		"a/../said.txt",
		"said.txt\u0000.png",
		"__proto__/x",
		"constructor",
	])("are named exactly or not at all: %s", async (path) => {
		const answer = await api<{ text: string | null }>("candidates.file", {
			candidateId: candidate.id,
			path,
		}).catch(() => null);
		expect(answer?.text ?? null).toBeNull();
		report(
			`file by the path ${JSON.stringify(path)}`,
			answer ? "refused: shown as a link" : "refused: no such file",
		);
	});

	it("stay inside the folder of a zip, with links as links", async () => {
		const { url } = await downloadUrl();
		const answer = await fetch(url);
		expect(answer.status).toBe(200);
		const entries = readZip(Buffer.from(await answer.arrayBuffer()));
		expect(entries.length).toBeGreaterThan(20);
		for (const { name, link } of entries) {
			expect(name.startsWith(`${candidate.label}/`), name).toBe(true);
			expect(name).not.toMatch(/(^|\/)\.\.(\/|$)|\\/);
			// nothing lies below a link, so no unpacker writes through one
			if (link) expect(entries.filter((other) => other.name.startsWith(`${name}/`))).toEqual([]);
		}
		expect(entries.filter((entry) => entry.link).length).toBe(4);
		report(`zip of ${entries.length} entries`, "refused: none leaves its folder");
	});

	it("stay inside the folder of an export, whatever stands there", async () => {
		const room = mkdtempSync(join(world.root, "export-"));
		const target = join(room, "out");
		await api("candidates.export", { candidateId: candidate.id, directory: target });
		expect(readdirSync(room)).toEqual(["out"]);
		expect(lstatSync(join(target, "link-root")).isSymbolicLink()).toBe(true);
		expect(readdirSync(target)).toEqual(expect.arrayContaining(oddNames));
		report("export of the tree", "refused: nothing beside the folder");
		const full = join(room, "full");
		mkdirSync(full);
		symlinkSync("/etc", join(full, "link-up"));
		await expect(api("candidates.export", { candidateId: candidate.id, directory: full })).rejects.toThrow(
			/isn't empty/,
		);
		report("export into a folder with a link laid out", "refused: the folder isn't empty");
		for (const directory of [
			world.config.dataDirectory,
			join(world.config.dataDirectory, "x"),
			"relative",
			`${room}/../../../x\u0000`,
		]) {
			await expect(api("candidates.export", { candidateId: candidate.id, directory })).rejects.toThrow();
			report(`export into ${JSON.stringify(directory.slice(-24))}`, "refused");
		}
		const linked = join(room, "linked");
		symlinkSync(world.config.dataDirectory, linked);
		await expect(
			api("candidates.export", { candidateId: candidate.id, directory: join(linked, "new") }),
		).rejects.toThrow(/own data/);
		expect(existsSync(join(world.config.dataDirectory, "new"))).toBe(false);
		report("export through a link into Fuseline's own data", "refused");
	});

	async function downloadUrl(): Promise<{ url: string }> {
		const view = await api<{ downloadUrl: string }>("candidates.get", { candidateId: candidate.id });
		const url = new URL(view.downloadUrl, daemon.url).href;
		const wrong = url.replace(candidate.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
		expect((await fetch(wrong)).status).toBe(403);
		report("download of another candidate by this signature", "refused: 403");
		return { url };
	}
});

describe("a terminal", () => {
	it.each([
		["show", ["show", "latest"]],
		["show --json", ["show", "latest", "--json"]],
		["issues", ["issues", "latest"]],
		["issues --json", ["issues", "latest", "--json"]],
		["events", ["events", "latest"]],
		["events --json", ["events", "latest", "--json"]],
		["runs", ["runs"]],
		["runs --json", ["runs", "--json"]],
		["an error that repeats a name", ["show", "\u001b[31m\u202ename"]],
	])("gets no orders from agents: %s", async (name, args) => {
		const { stdout, stderr } = await fuseline(world.config.dataDirectory, ...args);
		expect(stdout + stderr).not.toMatch(hiddenCharacters);
		if (name.endsWith("--json"))
			expect(() =>
				name.startsWith("events")
					? stdout
							.trim()
							.split("\n")
							.map((line) => JSON.parse(line))
					: JSON.parse(stdout),
			).not.toThrow();
		report(`terminal: ${name}`, "refused: no control character");
	});
});

it("the raw texts really were there", async () => {
	const answer = await sendRaw(
		daemon.port,
		rawRequest({
			method: "POST",
			target: "/api/trpc/issues.list",
			headers: [
				["Host", `127.0.0.1:${daemon.port}`],
				["Origin", daemon.url],
				["Authorization", `Bearer ${daemon.token}`],
				["Content-Type", "application/json"],
			],
			body: JSON.stringify({ json: { runId } }),
		}),
	);
	expect(answer.body).toContain("onerror");
});
