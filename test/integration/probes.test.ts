import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FoundBrowser, findBrowser } from "../../server/browser/find-browser.ts";
import { type ProbeOutcome, runProbes } from "../../server/browser/run-probes.ts";
import { probeSchema } from "../../server/domain/project-config.ts";
import { probeSandbox, type SandboxReport } from "../../server/process/sandbox.ts";
import { findMarked } from "../../server/process/sweep.ts";
import { bundle } from "../support/bundle.ts";
import { type PageServer, servePages } from "../support/page-server.ts";

const path = process.env.PATH ?? "";
const marker = `probes-test-${process.pid}`;
const directory = mkdtempSync(join(tmpdir(), "fuseline-probes-"));
let browser: FoundBrowser;
let sandbox: SandboxReport;
let entry: string;
let own: PageServer;
let other: PageServer;
let outcomes: Map<string, ProbeOutcome>;
let order: string[];

function run(probes: unknown[], output: string, change: { browser?: FoundBrowser } = {}) {
	const announced: string[] = [];
	order = announced;
	return runProbes({
		url: own.url,
		probes: probes.map((probe) => probeSchema.parse(probe)),
		outputDirectory: join(directory, output),
		browser: change.browser ?? browser,
		entry,
		sandbox,
		masked: [],
		slotsDirectory: join(directory, "slots"),
		marker,
		path,
		onOutcome: (outcome) => announced.push(`${outcome.probeId}#${outcome.repetition}`),
	});
}

beforeAll(async () => {
	entry = bundle("server/browser/child.ts", "browser");
	browser = await findBrowser({ path });
	sandbox = await probeSandbox();
	other = await servePages({ "/secret": "<h1>other</h1>" });
	own = await servePages({
		"/": `<!doctype html><title>start</title><h1>Counter</h1><output id="n">0</output><input id="name">
			<button id="more" onclick="document.querySelector('#n').value = Number(document.querySelector('#n').value) + 1">+</button>`,
		"/noisy": `<!doctype html><p>noisy</p><script>
			for (let i = 0; i < 500; i += 1) console.log("line " + i + " " + "x".repeat(5000));
			console.error("the board is broken");</script>`,
		"/throws": "<!doctype html><p>throws</p><script>undefined.win()</script>",
		"/never": () => {},
		"/spin": "<!doctype html><p>spins</p>",
		"/away": (_, response) => response.writeHead(302, { location: `${other.url}/secret` }).end(),
		"/reach": `<!doctype html><p id="done">reach</p><script>
			fetch("${other.url}/secret").catch(() => {});
			fetch("/away", { mode: "no-cors" }).catch(() => {});
			new Image().src = "http://example.com/beacon.png";
			new WebSocket("${other.url.replace("http", "ws")}/socket");</script>`,
	});
	const quiet = { failOnConsoleError: false };
	const list = await run(
		[
			{
				id: "counter",
				repeat: 2,
				steps: [
					{ do: "click", selector: "#more" },
					{ do: "screenshot", name: "one" },
					{ do: "fill", selector: "#name", text: "Ada" },
					{ do: "press", selector: "#more", key: "Enter" },
					{ do: "wait", expression: "document.querySelector('#n').value === '2'" },
					{
						do: "evaluate",
						name: "count",
						expression: "Number(document.querySelector('#n').value)",
						equals: 2,
					},
					{ do: "evaluate", name: "name", expression: "document.querySelector('#name').value // Ada" },
				],
			},
			{ id: "small", viewport: { width: 390, height: 700 } },
			{
				id: "mismatch",
				steps: [
					{ do: "evaluate", name: "title", expression: "({ a: [document.title] })", equals: { a: ["end"] } },
				],
			},
			{ id: "missing-element", steps: [{ do: "click", selector: "#play" }], timeoutSeconds: 20 },
			{ id: "not-found", path: "/nowhere" },
			{ id: "huge", steps: [{ do: "evaluate", name: "text", expression: "'x'.repeat(3e6)" }] },
			{ id: "console-error", path: "/noisy" },
			{ id: "throws", path: "/throws" },
			{ id: "tolerated", path: "/throws", ...quiet },
			{ id: "never", path: "/never", timeoutSeconds: 2 },
			{
				id: "spin",
				path: "/spin",
				timeoutSeconds: 2,
				steps: [{ do: "evaluate", name: "x", expression: "(() => { for (;;) {} })()" }],
			},
			{ id: "reach", path: "/reach", ...quiet, steps: [{ do: "wait", milliseconds: 800 }] },
			{ id: "away", path: "/away", ...quiet },
		],
		"all",
	);
	outcomes = new Map(list.map((outcome) => [`${outcome.probeId}#${outcome.repetition}`, outcome]));
}, 180_000);

afterAll(() => {
	own.close();
	other.close();
	rmSync(directory, { recursive: true, force: true });
});

function outcome(key: string): ProbeOutcome {
	const found = outcomes.get(key);
	if (found === undefined) throw new Error(`no outcome ${key}`);
	return found;
}

describe("probes", () => {
	it("visits in order, announces each once, leaves no process and no slot", () => {
		expect([...outcomes.keys()]).toEqual(order);
		expect(order.slice(0, 3)).toEqual(["counter#1", "counter#2", "small#1"]);
		expect(findMarked(marker)).toEqual([]);
		expect(readdirSync(join(directory, "slots"))).toEqual([]);
	});

	it("passes with values, steps, pictures in mid-way and at the end", () => {
		const first = outcome("counter#1");
		expect(first).toMatchObject({ status: "pass", message: "" });
		expect(first.values).toEqual([
			{ name: "count", value: "2", passed: true },
			{ name: "name", value: '"Ada"', passed: null },
		]);
		expect(first.steps.map((step) => step.ok)).toEqual(Array(8).fill(true));
		expect(first.extraScreenshots).toMatchObject([{ name: "one", width: 1280, height: 800 }]);
		expect(first.environment).toMatchObject({ viewport: "1280×800", timezone: "UTC", locale: "en-US" });
		expect(first.environment.sandbox).toBe(sandbox.tool ?? "none");
		expect(first.environment.version).toMatch(/^\d+\./);
	});

	it("gives the same picture, byte for byte, when a visit is repeated", () => {
		const pictures = ["counter#1", "counter#2"].map((key) =>
			readFileSync(outcome(key).screenshot?.path ?? ""),
		);
		expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
	});

	it("photographs the viewport that the probe asks for", () => {
		expect(outcome("small#1").screenshot).toMatchObject({ width: 390, height: 700 });
	});

	it.each([
		["mismatch#1", "fail", 'step 1 (evaluate title): expected {"a":["end"]}, the page has {"a":["start"]}'],
		["missing-element#1", "fail", "step 1 (click #play): nothing to act on within 10 s"],
		["not-found#1", "fail", "open /nowhere: the server answered 404"],
		["console-error#1", "fail", "console error: the board is broken"],
		["throws#1", "fail", "console error: Cannot read properties of undefined (reading 'win')"],
		["tolerated#1", "pass", ""],
		["never#1", "timeout", "open /never: not done after 2 s"],
		["spin#1", "timeout", "step 1 (evaluate x): not done after 2 s"],
	])("%s is %s and says which step", (key, status, message) => {
		expect(outcome(key)).toMatchObject({ status, message });
	});

	it("photographs failures too, a page that never loads included", () => {
		for (const key of ["mismatch#1", "missing-element#1", "not-found#1", "throws#1", "never#1"]) {
			expect(outcome(key).screenshot, key).not.toBeNull();
		}
	});

	it("keeps a bounded part of what a page says", () => {
		const noisy = outcome("console-error#1");
		expect(noisy.console).toHaveLength(201);
		expect(noisy.console[0]?.text).toHaveLength(2000);
		expect(noisy.console.at(-1)?.text).toBe("301 more lines were left out");
		expect(outcome("huge#1").values[0]?.value.length).toBeLessThan(64 * 1024);
	});

	it("lets no request out of the candidate's own server", () => {
		expect(other.seen).toEqual([]);
		const refused = outcome("reach#1").failedRequests.filter(
			(one) => one.error === "another origin: not allowed",
		);
		expect(refused.map((one) => one.url).sort()).toEqual(
			[
				`${other.url}/secret`,
				`${other.url}/secret`,
				"http://example.com/beacon.png",
				`${other.url.replace("http", "ws")}/socket`,
			].sort(),
		);
		expect(outcome("away#1").status).toBe("fail");
	});

	it("says that there is no browser, and what to do", async () => {
		const none = await findBrowser({ wanted: "/nowhere/chrome", path });
		const [only] = await run([{ id: "board" }], "none", { browser: none });
		expect(only).toMatchObject({ status: "unavailable", screenshot: null });
		expect(only?.message).toBe(
			"The browser /nowhere/chrome does not start. Install Chromium, Google Chrome or Edge, or run `npx playwright-core install chromium`.",
		);
	});

	it("says so when the browser can't be started", async () => {
		const [only] = await run([{ id: "board" }], "broken", {
			browser: { path: "/bin/false", version: "1.0" },
		});
		expect(only?.status).toBe("unavailable");
		expect(only?.message).toContain("The browser did not start");
	}, 60_000);
});
