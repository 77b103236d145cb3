import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fuseline, type Said } from "../support/command-line.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { developer, pageDerive, pageProject, planner, tester } from "../support/page-project.ts";
import { findMarkedCommands } from "../support/processes.ts";

/*
 * The command line as scripts use it: real daemon, real runner, scripted harness, nothing left behind. Most commands
 * find a daemon at work; what they do without one is tried on a data directory of its own.
 */

const root = mkdtempSync(path.join(tmpdir(), "fuseline-cli-"));
const data = path.join(root, "data");
const lonely = path.join(root, "lonely");
const project = path.join(root, "page");
const scenario = path.join(root, "scenario.json");
const silent = path.join(root, "silent.json");

const cli = (...args: string[]) => fuseline(data, ...args);
const scripted = ["--harness", "scripted", "--model", scenario];

function write(file: string, content: unknown): void {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

let daemon: TestDaemon;

beforeAll(async () => {
	daemon = await startTestDaemon(data);
	write(path.join(project, "spec.md"), "# Page\n\nA page with a title and the count 3.\n");
	write(path.join(project, "fuseline.json"), pageProject);
	const entries = [planner(), developer(1, 2), developer("*", 3), tester()];
	write(scenario, { id: "page", entries });
	write(silent, {
		id: "silent",
		entries: [planner(), developer("*", 3), { role: "tester", steps: [{ exit: 0 }] }],
	});
});

afterAll(async () => {
	await daemon.stop();
	// whatever these commands started names this folder in its environment
	const left = findMarkedCommands(root);
	rmSync(root, { recursive: true, force: true });
	expect(left).toEqual([]);
});

function onlyLine(said: Said): string {
	const lines = said.stderr.trim().split("\n");
	expect(lines).toHaveLength(1);
	return lines[0] as string;
}

describe("bad input ends with 2 and one line that says how to mend it", () => {
	test.each<[string, () => string[], RegExp]>([
		[
			"protocol",
			() => ["run", project, ...scripted, "--protocol", "hhoh"],
			/known: hoh, .*did you mean "hoh"/,
		],
		[
			"harness",
			() => ["run", project, "--harness", "codexx"],
			/unknown harness "codexx".*did you mean "codex"/,
		],
		["role", () => ["run", project, ...scripted, "--role", "testr=codex"], /did you mean "tester"/],
		["option", () => ["run", project, ...scripted, "--set", "lops=2"], /options\.lops.*did you mean "loops"/],
		["folder", () => ["run", path.join(root, "none"), ...scripted], /doesn't exist: give an existing folder/],
		["scenario", () => ["run", project, "--harness", "scripted", "--model", "nope"], /scenario "nope"/],
		["run", () => ["show", "nope"], /no run "nope"/],
		["candidate", () => ["export", "nope", root], /is no candidate/],
		["command", () => ["shwo"], /Did you mean show/],
		["flag", () => ["run", project, "--loops", "0"], /whole number/],
	])("%s", async (_, args, expected) => {
		const said = await cli(...args());
		expect(onlyLine(said)).toMatch(expected);
		expect(said).toMatchObject({ code: 2, stdout: "" });
	});

	test("a data directory that can't be written", async () => {
		const file = path.join(root, "a-file");
		writeFileSync(file, "");
		const said = await fuseline(path.join(file, "data"), "runs");
		expect(onlyLine(said)).toMatch(/can't be written.*FUSELINE_DATA_DIR/);
		expect(said.code).toBe(1);
	});

	test("nothing half-made stays behind", async () => {
		expect(JSON.parse((await cli("runs", "--json")).stdout)).toEqual([]);
	});
});

describe("a headless run", () => {
	let said: Said;
	let summary: {
		run: { id: string };
		candidates: { id: string; tree: string }[];
	};

	beforeAll(async () => {
		said = await cli("run", project, ...scripted, "--loops", "2", "--json");
		summary = JSON.parse(said.stdout);
	});

	test("completes, prints one object, and says on stderr what it does", () => {
		expect(said.code).toBe(0);
		expect(summary).toMatchObject({
			run: { project: "page", protocol: "hoh", status: "ended", endCause: "completed", loops: 2 },
			candidates: [
				{ loop: 1, developerStatus: "pass", verdict: { status: "fail" }, parent: null },
				{ loop: 2, verdict: { status: "pass", contract: "aligned" }, parent: summary.candidates[0]?.id },
			],
			issues: { total: 1, closed: 1, open: 0 },
			tokens: { input: 600, origin: "simulated" },
			humanInterventions: 0,
		});
		expect(said.stderr).toMatch(/loop 2\/2 {2}plan/);
	});

	test("is read again by list, show, issues and events", async () => {
		const [runs, show, issues, events] = await Promise.all([
			cli("runs", "--json"),
			cli("show", "latest", "--json"),
			cli("issues", "page/1", "--json"),
			cli("events", summary.run.id, "--after", "1", "--json"),
		]);
		expect(JSON.parse(runs.stdout)).toMatchObject([{ runId: summary.run.id, endCause: "completed" }]);
		expect(JSON.parse(show.stdout)).toEqual(summary);
		expect(JSON.parse(issues.stdout)).toMatchObject([{ key: "page.count-wrong", status: "closed" }]);
		const seqs = events.stdout
			.trim()
			.split("\n")
			.map((line) => (JSON.parse(line) as { seq: number }).seq);
		expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
		expect(seqs[0]).toBe(2);
	});

	test("takes a version out by its name, once", async () => {
		const target = path.join(root, "out");
		const label = `page/1/loop-02-${summary.candidates[1]?.tree.slice(0, 12)}`;
		expect(await cli("export", label, target)).toMatchObject({ code: 0 });
		expect(readdirSync(target).sort()).toEqual(["fuseline.json", "index.html", "spec.md"]);
		expect(readFileSync(path.join(target, "index.html"), "utf8")).toContain(">3<");
		expect(await cli("export", label, target)).toMatchObject({ code: 2 });
	});

	test("is judged again by another tester beside the official verdict", async () => {
		const again = await cli(
			...["examine", summary.candidates[0]?.id as string, "--tester", `scripted:${scenario}`, "--json"],
		);
		expect(JSON.parse(again.stdout)).toMatchObject({
			...{ official: false, status: "assessed", summary: pageDerive.summary, verdict: { status: "fail" } },
		});
		expect(JSON.parse((await cli("show", "latest", "--json")).stdout)).toEqual(summary);
	});

	test("takes no commands any more", async () => {
		const answer = await cli("answer", "latest", "yes");
		expect(onlyLine(answer)).toMatch(/ended/);
		expect(answer.code).toBe(2);
	});
});

test("a tester that says nothing leaves the candidate untested, and the run completes", async () => {
	const said = await cli(
		"run",
		project,
		"--harness",
		"scripted",
		"--model",
		silent,
		"--loops",
		"1",
		"--json",
	);
	expect(said.code).toBe(0);
	expect(JSON.parse(said.stdout).candidates).toMatchObject([{ verdict: { status: "untested" } }]);
});

test("without a daemon, commands at the same time share one, and the last one out ends it", async () => {
	const all = await Promise.all(["runs", "runs"].map((name) => fuseline(lonely, name, "--json")));
	expect(all).toMatchObject([{ code: 0 }, { code: 0 }]);
	expect(existsSync(path.join(lonely, "daemon.json"))).toBe(false);
	expect(findMarkedCommands(lonely)).toEqual([]);
});

test("parse reads a recording without a daemon", async () => {
	const file = path.join(root, "stream.jsonl");
	writeFileSync(file, "this is no event\n");
	const said = await cli("parse", "codex", file, "--exit", "1", "--json");
	expect(said.code).toBe(0);
	expect(JSON.parse(said.stdout)).toMatchObject({
		outcome: "failed",
		toolCalls: 0,
		fileChanges: 0,
		unparsed: 1,
	});
});

test("parse says that Codex's counter is the thread's unless it hears what was counted before", async () => {
	const file = path.join(root, "resumed.jsonl");
	const usage = { input_tokens: 4600, cached_input_tokens: 3000, output_tokens: 190 };
	const lines = [
		{ type: "thread.started", thread_id: "t" },
		{ type: "turn.completed", usage },
	];
	writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\r\n"));
	const alone = await cli("parse", "codex", file, "--exit", "0", "--json");
	expect(JSON.parse(alone.stdout)).toMatchObject({
		usageScope: "session",
		usage: { input: 1600 },
		unparsed: 0,
	});
	const before = JSON.stringify({ input_tokens: 3600, cached_input_tokens: 2600, output_tokens: 180 });
	const resumed = await cli("parse", "codex", file, "--exit", "0", "--usage-before", before, "--json");
	expect(JSON.parse(resumed.stdout)).toMatchObject({
		...{ usageScope: "call", usage: { input: 600, cacheRead: 400, output: 10 } },
	});
});
