import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HarnessEvent, HarnessResult, InvocationRequest } from "../../server/domain/harness.ts";
import { scripted } from "../../server/harnesses/scripted/harness.ts";

const root = mkdtempSync(join(tmpdir(), "fuseline-scripted-"));
const agent = resolve("node_modules", ".cache", `fuseline-scripted-test-${process.pid}.mjs`);
let calls = 0;

beforeAll(async () => {
	await build({
		entryPoints: [resolve("server/harnesses/scripted/agent.ts")],
		outfile: agent,
		bundle: true,
		platform: "node",
		format: "esm",
		packages: "external",
		logLevel: "error",
	});
});
afterAll(() => {
	rmSync(root, { recursive: true, force: true });
	rmSync(agent, { force: true });
});

interface Played {
	events: HarnessEvent[];
	result: HarnessResult;
	output: string;
	workspace: string;
	outbox: string;
}

const block = {
	acceptance: ["board.moves", "board.wins"],
	preserved: [{ claim: "boot", statement: "It boots" }],
	issues: [
		{ key: "no-win", status: "open", claim: "board.wins", title: "Nobody wins" },
		{ key: "old", status: "closed", claim: null, title: "Old" },
	],
	records: [
		{ ref: "check:boot", passed: true, kind: "test", title: "boot" },
		{ ref: "probe:moves", passed: true, kind: "runtime_state", title: "moves" },
		{ ref: "probe:moves:shot", passed: null, kind: "screenshot", title: "shot" },
		{ ref: "probe:wins", passed: false, kind: "runtime_state", title: "wins", observation: "winner is null" },
	],
};

async function play(
	entries: unknown[],
	over: Partial<InvocationRequest> & { files?: Record<string, string>; killAfter?: string } = {},
): Promise<Played> {
	calls += 1;
	const home = join(root, "home");
	const base = join(root, `call-${calls}`);
	const workspace = over.workspace ?? join(base, "workspace");
	const [scratch, outbox] = [join(base, "scratch"), join(base, "outbox")];
	for (const directory of [home, workspace, scratch, outbox]) mkdirSync(directory, { recursive: true });
	const request: InvocationRequest = {
		invocationId: `01TEST${calls}`,
		role: "developer",
		access: "read-write",
		attempt: 1,
		loop: 1,
		prompt: `Do it.\n\n\`\`\`json fuseline\n${JSON.stringify(block)}\n\`\`\`\n`,
		scratch,
		outbox,
		binary: process.execPath,
		model: null,
		effort: null,
		settings: { agent, scenario: { id: "test", files: over.files ?? {}, entries } },
		resumeSessionId: null,
		outputSchema: {},
		sandboxed: false,
		runningAsRoot: true,
		appUrl: null,
		maxTurns: null,
		mcpServers: [],
		...over,
		workspace,
	};
	const command = scripted.command(request);
	for (const file of command.files) {
		mkdirSync(dirname(join(scratch, file.path)), { recursive: true });
		writeFileSync(join(scratch, file.path), file.content);
	}
	const [program, ...argv] = command.argv as [string, ...string[]];
	const child = spawn(program, argv, {
		cwd: workspace,
		env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: home, ...command.environment },
	});
	let output = "";
	child.stdout.on("data", (chunk) => {
		output += chunk;
		if (over.killAfter !== undefined && output.includes(over.killAfter)) child.kill("SIGKILL");
	});
	child.stdin.end(command.stdin);
	const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((done) => {
		child.on("close", (exitCode, exitSignal) => done({ code: exitCode, signal: exitSignal }));
	});
	const parser = scripted.parser(null);
	const events = output
		.split("\n")
		.filter((line) => line !== "")
		.flatMap((line) => parser.line(line));
	const result = parser.end({ code, signal, endedBy: null, stderrTail: "" });
	return { events, result, output, workspace, outbox };
}

test("edits files, runs commands, counts tokens, and plays the same lines twice", async () => {
	const entries = [
		{
			role: "developer",
			steps: [
				{ reasoning: "first" },
				{ write: { path: "src/a.txt", content: "const style = {{ a: 1 }};\n" } },
				{ copy: { from: "site", to: "public" } },
				{ replace: { path: "src/a.txt", find: "a: 1", with: "a: 2" } },
				{ run: { command: "cat src/a.txt; exit 3", allowFailure: true } },
				{ delete: { path: "public/old.txt" } },
				{ usage: { input: 10, cacheRead: 5, output: 4, reasoning: 1 } },
				{ usage: { input: 1, output: 1 } },
				{ result: { json: { status: "pass", fixed: ["{{issues[0].key}}"] } } },
				{ final: "done in loop {{loop}}" },
			],
		},
	];
	const files = { "site/index.html": "<h1>hi</h1>", "site/old.txt": "x" };
	const first = await play(entries, { files });
	expect(readFileSync(join(first.workspace, "src/a.txt"), "utf8")).toBe("const style = {{ a: 2 }};\n");
	expect(readFileSync(join(first.workspace, "public/index.html"), "utf8")).toBe("<h1>hi</h1>");
	expect(JSON.parse(readFileSync(join(first.outbox, "result.json"), "utf8"))).toEqual({
		status: "pass",
		fixed: ["no-win"],
	});
	expect(first.events.find((event) => event.type === "tool_ended" && event.name === "shell")).toMatchObject({
		exitCode: 3,
		ok: false,
		output: "const style = {{ a: 2 }};\n",
	});
	expect(first.result).toMatchObject({
		outcome: "completed",
		finalMessage: "done in loop 1",
		usage: { input: 11, cacheRead: 5, cacheWrite: 0, output: 5, reasoning: 1, origin: "simulated" },
	});
	const second = await play(entries, { files });
	const strip = (played: Played) => played.output.split("\n").slice(1).join("\n");
	expect(strip(second)).toBe(strip(first));
});

test("derives an honest report from the prompt's records", async () => {
	const finding = { id: "no-win", title: "Nobody wins", severity: "blocker" };
	const { outbox } = await play(
		[
			{
				role: "tester",
				steps: [
					{
						result: {
							derive: {
								summary: "played",
								claims: [
									{ id: "board.wins", records: ["probe:wins"], finding },
									{ id: "acceptance", records: ["probe:moves*"] },
									{ id: "preserved", records: ["check:{id}"] },
								],
							},
						},
					},
				],
			},
		],
		{ role: "tester" },
	);
	const report = JSON.parse(readFileSync(join(outbox, "result.json"), "utf8"));
	expect(
		report.claims.map((claim: { id: string; assessment: string }) => [claim.id, claim.assessment]),
	).toEqual([
		["board.wins", "refuted"],
		["board.moves", "verified"],
		["boot", "verified"],
	]);
	expect(report.claims[1].records).toEqual(["probe:moves", "probe:moves:shot"]);
	expect(report.findings).toMatchObject([{ id: "no-win", claim: "board.wins", records: ["probe:wins"] }]);
	expect(report.issues).toMatchObject([{ id: "no-win", observed: "still_present" }]);
	expect(report.status).toBe("fail");
});

test("a killed call goes on in its session after the last finished step", async () => {
	const entries = [
		{
			role: "developer",
			steps: [
				{ run: { command: "echo once >> log.txt" } },
				{ message: "half way" },
				{ sleep: 400 },
				{ run: { command: "echo twice >> log.txt" } },
				{ final: "there" },
			],
		},
	];
	const killed = await play(entries, { killAfter: "half way" });
	expect(killed.result).toMatchObject({ outcome: "interrupted", errorKind: null });
	const again = await play(entries, {
		workspace: killed.workspace,
		resumeSessionId: killed.result.sessionId,
	});
	expect(again.result).toMatchObject({ outcome: "completed", sessionId: killed.result.sessionId });
	expect(readFileSync(join(killed.workspace, "log.txt"), "utf8")).toBe("once\ntwice\n");
});

test.each([
	["crash", [{ crash: true }], "interrupted", null],
	["exit 3", [{ exit: 3 }], "failed", "harness"],
	[
		"quota",
		[{ emit: { event: { type: "error", message: "used up", kind: "quota" } } }, { exit: 1 }],
		"failed",
		"quota",
	],
	["a step that can't be done", [{ replace: { path: "nope", find: "a", with: "b" } }], "failed", "agent"],
	["no last word", [{ message: "hi" }, { exit: 0 }], "failed", "harness"],
])("%s is %s %s", async (_, steps, outcome, errorKind) => {
	const played = await play([{ role: "developer", steps }]);
	expect(played.result).toMatchObject({ outcome, errorKind });
});

test("broken output is told, never thrown", async () => {
	const { events, result } = await play([
		{
			role: "developer",
			steps: [
				{ misbehave: { kind: "invalid-utf8" } },
				{ raw: { line: "not json" } },
				{ misbehave: { kind: "long-line", bytes: 200_000 } },
				{ misbehave: { kind: "half-line" } },
			],
		},
	]);
	expect(events.filter((event) => event.type === "unparsed").map((event) => event.line.slice(0, 8))).toEqual([
		"not json",
		'{"type":',
	]);
	expect(result.outcome).toBe("failed");
});

test("no entry for a call is said plainly", async () => {
	const { result } = await play([{ role: "tester", steps: [] }], { loop: 4 });
	expect(result).toMatchObject({ outcome: "failed", errorKind: "harness" });
	expect(result.message).toContain("no entry for the developer, loop 4, attempt 1");
});
