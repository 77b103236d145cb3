import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FoundBrowser, findBrowser } from "../../server/browser/find-browser.ts";
import { runProbes } from "../../server/browser/run-probes.ts";
import { demos } from "../../server/demo/catalogue.ts";
import { proposal } from "../../server/demo/tally/proposal.ts";
import {
	type Check,
	type Probe,
	projectConfigSchema,
	proposalSchema,
} from "../../server/domain/project-config.ts";
import { parseScenario } from "../../server/harnesses/scripted/scenario.ts";
import { freePort } from "../../server/process/ports.ts";
import { probeSandbox, type SandboxReport } from "../../server/process/sandbox.ts";
import { startServer } from "../../server/process/serve.ts";
import { spawnProcess } from "../../server/process/spawn.ts";
import { bundle } from "../support/bundle.ts";
import { layDemo } from "../support/lay-demo.ts";

/*
 * The story that the demos tell is true: each loop's files, served and visited, behave as their scenario expects. What
 * QA says is computed from these outcomes at run time.
 */

const path = process.env.PATH ?? "";
const marker = `demo-test-${process.pid}`;
const directory = mkdtempSync(join(tmpdir(), "fuseline-demo-"));
let browser: FoundBrowser;
let sandbox: SandboxReport;
let entry: string;

beforeAll(async () => {
	entry = bundle("server/browser/child.ts", "browser");
	browser = await findBrowser({ path });
	sandbox = await probeSandbox();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Exit code of each check, status of each probe, and the number of different pictures at least 1,000 px wide. */
async function examine(name: string, demo: string, loops: string[], checks: Check[], probes: Probe[]) {
	const tree = join(directory, name);
	layDemo(demo, loops, tree);
	const exits: Record<string, number | null> = {};
	for (const check of checks) {
		const child = spawnProcess({
			argv: ["/bin/sh", "-c", check.run],
			cwd: tree,
			environment: { PATH: path },
			stdin: null,
			stdoutPath: join(directory, `${name}-${check.id}.out`),
			stderrPath: join(directory, `${name}-${check.id}.err`),
			marker,
			limits: { wallMs: 60_000, idleMs: null, afterFinalMs: null, keepBytes: 65_536, floodBytes: null },
		});
		exits[check.id] = (await child.exited).code;
	}
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const server = await startServer({
		run: "node server.mjs",
		cwd: tree,
		readyUrl: url,
		readyTimeoutMs: 30_000,
		environment: { PATH: path, PORT: String(port) },
		confinement: {
			workspace: { at: tree, mode: "read-only", overlay: null },
			readable: [],
			writable: [],
			masked: [],
			chdir: tree,
		},
		sandbox,
		stdoutPath: join(directory, `${name}-serve.out`),
		stderrPath: join(directory, `${name}-serve.err`),
		marker: `${marker}-serve`,
	});
	if (!server.ready) throw new Error(`not served: ${server.reason} ${server.stderrTail}`);
	try {
		const outcomes = await runProbes({
			url,
			probes,
			outputDirectory: join(directory, `${name}-pictures`),
			browser,
			entry,
			sandbox,
			masked: [],
			slotsDirectory: join(directory, "slots"),
			marker,
			path,
		});
		const pictures = outcomes.flatMap(({ screenshot }) =>
			screenshot !== null && screenshot.width >= 1000 ? [readFileSync(screenshot.path)] : [],
		);
		return {
			exits,
			statuses: Object.fromEntries(outcomes.map(({ probeId, status }) => [probeId, status])),
			messages: Object.fromEntries(outcomes.map(({ probeId, message }) => [probeId, message])),
			pictures: new Set(pictures.map((bytes) => createHash("sha256").update(bytes).digest("hex"))).size,
		};
	} finally {
		await server.stop();
	}
}

describe("Lantern", () => {
	const config = projectConfigSchema.parse(
		JSON.parse(
			readFileSync(join(import.meta.dirname, "../../server/demo/lantern/project/fuseline.json"), "utf8"),
		),
	);
	const everything = config.probes.map((probe) => probe.id);
	const early = ["title"];
	const stories: [string, string[], string[]][] = [
		["1: the board stands, nothing else", ["01"], early],
		["2: the game can't be finished", ["01", "02"], [...early, "board", "how-to-play"]],
		[
			"3: repaired",
			["01", "02", "03"],
			[...early, "board", "without-colour", "how-to-play", "golden-path", "next-level"],
		],
		[
			"4: keyboard arrives, winning breaks, undo keeps the count",
			["01", "02", "03", "04"],
			[...early, "board", "without-colour", "how-to-play", "keyboard"],
		],
		["5: everything", ["01", "02", "03", "04", "05"], everything],
		[
			"without a plan: a whole game that nobody can win",
			["01", "02", "04"],
			[...early, "board", "how-to-play", "keyboard"],
		],
	];

	it.each(stories)("loop %s", async (name, loops, passing) => {
		const { exits, statuses, pictures } = await examine(
			`lantern-${name.slice(0, 1)}`,
			"lantern",
			loops,
			config.checks,
			config.probes,
		);
		// the Developer's own tests never see what QA sees
		expect(exits).toEqual({ unit: 0, boot: 0, offline: 0 });
		expect(statuses).toEqual(
			Object.fromEntries(everything.map((id) => [id, passing.includes(id) ? "pass" : "fail"])),
		);
		expect(pictures).toBeGreaterThanOrEqual(3);
	});
});

describe("Tally, from a page of spec alone", () => {
	const { checks = [], probes = [] } = proposalSchema.parse(proposal);

	it.each([
		["1: counting", ["01"], { counters: "pass", strokes: "pass", narrow: "pass", kept: "fail" }],
		["2: everything", ["01", "02"], { counters: "pass", strokes: "pass", narrow: "pass", kept: "pass" }],
	])("loop %s", async (name, loops, expected) => {
		const { exits, statuses, pictures } = await examine(
			`tally-${name.slice(0, 1)}`,
			"tally",
			loops,
			checks,
			probes,
		);
		expect(exits).toEqual({ unit: 0, "no-packages": 0 });
		expect(statuses).toEqual(expected);
		expect(pictures).toBeGreaterThanOrEqual(3);
	});
});

it.each(Object.entries(demos))("the scenario of %s is one that the scripted harness accepts", (_, demo) => {
	expect(() => parseScenario(demo.scenario)).not.toThrow();
});
