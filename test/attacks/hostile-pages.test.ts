import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attackReport } from "../support/attack-report.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type PageServer, servePages } from "../support/page-server.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

/*
 * A hostile page in a real browser, on another port of this machine: a dev server, a candidate, an artifact. It knows
 * the daemon's address and, to be harder than life, its token. Nothing may be executed, nothing read.
 */

const folder = temporaryFolder("pages");
const report = attackReport("attacks from a page in Chromium");
let daemon: TestDaemon;
let browser: Browser;
let evil: PageServer;

beforeAll(async () => {
	mkdirSync(join(folder, "home"));
	daemon = await startTestDaemon(join(folder, "data"), { HOME: join(folder, "home") });
	evil = await servePages({ "/": "<!doctype html><title>evil</title><body>evil" });
	browser = await openBrowser();
});
afterAll(async () => {
	await browser?.close();
	evil?.close();
	await daemon?.stop();
});

interface Target {
	url: string;
	host: string;
	token: string;
	list: string;
	stop: string;
}
type Attack = (target: Target) => Promise<string>;

/** Each runs in the page and says what it could read; "" or an error is nothing. */
const attacks: Record<string, Attack> = {
	"fetch, simple": async (t) => (await fetch(t.list)).text(),
	"fetch, with the token": async (t) =>
		(await fetch(t.list, { headers: { authorization: `Bearer ${t.token}` } })).text(),
	"fetch, no-cors": async (t) => (await fetch(t.list, { mode: "no-cors" })).text(),
	"fetch, mutation as JSON": async (t) =>
		(
			await fetch(t.stop, {
				method: "POST",
				headers: { "content-type": "application/json", authorization: `Bearer ${t.token}` },
				body: "{}",
			})
		).text(),
	"fetch, mutation as text": async (t) =>
		(await fetch(t.stop, { method: "POST", mode: "no-cors", body: "{}" })).text(),
	"fetch, multipart": async (t) => {
		const form = new FormData();
		form.append("json", "{}");
		return (await fetch(t.stop, { method: "POST", mode: "no-cors", body: form })).text();
	},
	"fetch, by redirect method": async (t) =>
		(await fetch(t.list, { redirect: "manual", credentials: "include" })).text(),
	beacon: async (t) => {
		navigator.sendBeacon(t.stop, new Blob(["{}"], { type: "text/plain" }));
		return "";
	},
	XMLHttpRequest: (t) =>
		new Promise((resolve) => {
			const request = new XMLHttpRequest();
			request.open("GET", t.list);
			request.onloadend = () => resolve(request.responseText);
			request.send();
		}),
	WebSocket: (t) =>
		new Promise((resolve) => {
			const socket = new WebSocket(`ws://${t.host}/api/trpc?connectionParams=1`);
			socket.onopen = () => resolve("opened");
			socket.onerror = () => resolve("");
		}),
	"WebSocket of hot reload": (t) =>
		new Promise((resolve) => {
			const socket = new WebSocket(`ws://${t.host}/_next/hmr`);
			socket.onopen = () => resolve("opened");
			socket.onerror = () => resolve("");
		}),
	EventSource: (t) =>
		new Promise((resolve) => {
			const source = new EventSource(t.list);
			source.onopen = () => resolve("opened");
			source.onerror = () => resolve("");
		}),
	"script include of the API": (t) =>
		new Promise((resolve) => {
			const script = document.createElement("script");
			script.src = t.list;
			script.onload = () => resolve("loaded");
			script.onerror = () => resolve("");
			document.body.append(script);
		}),
	"picture include of the icon": (t) =>
		new Promise((resolve) => {
			const image = new Image();
			image.onload = () => resolve("loaded");
			image.onerror = () => resolve("");
			image.src = `${t.url}/icon.svg`;
		}),
	"style include": (t) =>
		new Promise((resolve) => {
			const link = document.createElement("link");
			link.rel = "stylesheet";
			link.href = `${t.url}/settings`;
			link.onload = () => resolve("loaded");
			link.onerror = () => resolve("");
			document.head.append(link);
		}),
	"frame of the dashboard": (t) =>
		new Promise((resolve) => {
			const frame = document.createElement("iframe");
			frame.src = `${t.url}/`;
			frame.onload = () => resolve(frame.contentDocument?.body?.textContent ?? "");
			document.body.append(frame);
			setTimeout(() => resolve(""), 1500);
		}),
	"request from a sandboxed frame (origin null)": (t) =>
		new Promise((resolve) => {
			const frame = document.createElement("iframe");
			frame.setAttribute("sandbox", "allow-scripts");
			frame.srcdoc = `<script>fetch(${JSON.stringify(t.list)},{headers:{authorization:"Bearer ${"x"}"}}).then(r=>r.text()).then(x=>parent.postMessage(x,"*"),()=>parent.postMessage("","*"))</script>`;
			window.addEventListener("message", (event) => resolve(String(event.data)), { once: true });
			document.body.append(frame);
			setTimeout(() => resolve(""), 1500);
		}),
	"form post into a frame": (t) =>
		new Promise((resolve) => {
			const frame = document.createElement("iframe");
			frame.name = "sink";
			document.body.append(frame);
			const form = document.createElement("form");
			form.action = t.stop;
			form.method = "POST";
			form.enctype = "text/plain";
			form.target = "sink";
			form.innerHTML = `<input name='{"json":{"runId":"' value='01ARZ3NDEKTSV4RRFFQ69G5FAV"}}'>`;
			document.body.append(form);
			form.submit();
			setTimeout(() => {
				try {
					resolve(frame.contentDocument?.body?.textContent ?? "");
				} catch {
					resolve("");
				}
			}, 800);
		}),
	"window.open and reading it": async (t) => {
		const opened = window.open(`${t.url}/`, "_blank");
		await new Promise((resolve) => setTimeout(resolve, 1200));
		try {
			// before it has gone there it is an empty page of our own
			const there = opened?.location.href.startsWith(t.url);
			return there ? `${opened?.document.title}${opened?.localStorage.length}` : "";
		} catch {
			return "";
		}
	},
	"window.open and messages to it": async (t) => {
		const opened = window.open(`${t.url}/`, "_blank");
		await new Promise((resolve) => setTimeout(resolve, 1200));
		opened?.postMessage({ type: "token" }, "*");
		// cross-origin-opener-policy cuts the tie: it looks closed
		return opened?.closed === false ? "the tie held" : "";
	},
	"service worker for the dashboard": (t) =>
		navigator.serviceWorker
			? navigator.serviceWorker.register(`${t.url}/icon.svg`).then(
					() => "registered",
					() => "",
				)
			: Promise.resolve(""),
	"module import of a page's script": (t) =>
		(
			new Function("url", "return import(url)")(`${t.url}/_next/static/chunks/main.js`) as Promise<unknown>
		).then(
			() => "imported",
			() => "",
		),
	"reading the token from storage": async () => localStorage.getItem("fuseline.token") ?? "",
};

async function tryAll(page: Page, where: string): Promise<void> {
	const target: Target = {
		url: daemon.url,
		host: `127.0.0.1:${daemon.port}`,
		token: daemon.token,
		list: `${daemon.url}/api/trpc/runs.list?input=%7B%22json%22%3A%7B%22limit%22%3A5%7D%7D`,
		stop: `${daemon.url}/api/trpc/runs.stop`,
	};
	for (const [name, attack] of Object.entries(attacks)) {
		const read = await page
			.evaluate(`(${attack.toString()})(${JSON.stringify(target)}).catch(() => "")`)
			.catch(() => "");
		expect(read, `${name} from ${where}`).toBe("");
		report(`${name}, from ${where}`, "refused: nothing read");
	}
}

describe("a hostile page", () => {
	it.each([
		["another port of 127.0.0.1", () => evil.url],
		["localhost", () => evil.url.replace("127.0.0.1", "localhost")],
		["the second site itself", () => `http://localhost:${daemon.artifactPort}/nothing`],
	])(
		"reads and does nothing from %s",
		async (where, address) => {
			const context = await browser.newContext();
			// the victim is signed in, in the same browser
			const victim = await context.newPage();
			await victim.goto(`${daemon.url}/#token=${daemon.token}`);
			await victim.waitForFunction(() => location.hash === "");
			const page = await context.newPage();
			await page.goto(address());
			await tryAll(page, where);
			await context.close();
		},
		120_000,
	);

	it("would succeed against a server without a guard: the control", async () => {
		const bare = await servePages({
			"/open": (_request, response) => {
				response.setHeader("access-control-allow-origin", "*");
				response.end("read");
			},
		});
		const page = await browser.newPage();
		await page.goto(evil.url);
		const read = await page.evaluate(async (url) => (await fetch(`${url}/open`)).text(), bare.url);
		const loaded = await page.evaluate(
			(url) =>
				new Promise((resolve) => {
					const frame = document.createElement("iframe");
					frame.src = `${url}/open`;
					frame.onload = () => resolve("framed");
					document.body.append(frame);
				}),
			bare.url,
		);
		expect([read, loaded]).toEqual(["read", "framed"]);
		await page.close();
		bare.close();
	});
});

describe("the dashboard where the browser keeps nothing", () => {
	it("works with cookies and storage forbidden, without one violation of its policy", async () => {
		const context = await browser.newContext({ locale: "en-US" });
		await context.addInitScript(() => {
			const forbidden = () => {
				throw new DOMException("Access is denied for this document.", "SecurityError");
			};
			for (const name of ["localStorage", "sessionStorage"])
				Object.defineProperty(window, name, { get: forbidden });
			Object.defineProperty(document, "cookie", { get: forbidden, set: forbidden });
			document.addEventListener("securitypolicyviolation", (event) =>
				console.error(`violates ${event.violatedDirective}: ${event.blockedURI}`),
			);
		});
		const page = await context.newPage();
		const complaints: string[] = [];
		page.on("console", (message) => {
			if (message.type() === "error") complaints.push(`${page.url()}: ${message.text()}`);
		});
		page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
		for (const path of ["/", "/runs/new", "/projects", "/settings", "/compare"]) {
			// nothing is kept, so each page is opened by the whole link
			await page.goto("about:blank");
			await page.goto(`${daemon.url}${path}#token=${daemon.token}`);
			await page.locator("main").first().waitFor();
			await page.waitForTimeout(400);
		}
		await page.goto("about:blank");
		await page.goto(`${daemon.url}/runs/new#token=${daemon.token}`);
		await page.getByRole("radio", { name: "Demo", exact: true }).click();
		await page.getByText("Tally", { exact: true }).first().click();
		const start = page.getByRole("button", { name: "Start the run" });
		await expect.poll(() => start.isEnabled(), { timeout: 30_000 }).toBe(true);
		await start.click();
		await page.waitForURL(/\/runs\/[0-9A-Z]{26}/, { timeout: 60_000 });
		await page
			.getByText(/running|plan/i)
			.first()
			.waitFor();
		if (complaints.length > 0) throw new Error(complaints.join("\n"));
		expect(await context.cookies()).toEqual([]);
		report("cookies and storage forbidden, five pages and a run started", "works, no violation");
		await context.close();
	}, 120_000);
});
