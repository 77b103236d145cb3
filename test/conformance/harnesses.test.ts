import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExitFacts, InvocationRequest } from "../../server/domain/harness.ts";
import { usageSchema } from "../../server/domain/usage.ts";
import { type HarnessId, harnesses, harnessIds } from "../../server/harnesses/registry.ts";
import { type StreamSummary, summarize } from "../../server/harnesses/summarize.ts";

/** Facts of one recording, written down from what the CLI was seen to do, not from what a parser makes of it. */
interface Expected {
	exit: number | null;
	signal: string | null;
	stderr?: string;
	usageBefore?: unknown;
	usage?: Record<string, number | null> | null;
	costUsd?: number;
	[fact: string]: unknown;
}

const folder = (id: string) => resolve("server/harnesses", id, "fixtures");
const exitOf = (expected: Expected): ExitFacts => ({
	code: expected.exit,
	signal: expected.signal,
	endedBy: null,
	stderrTail: expected.stderr ?? "",
});
const linesOf = (id: string, name: string) =>
	readFileSync(resolve(folder(id), `${name}.jsonl`), "utf8").split("\n");
const facts = [
	"sessionId",
	"outcome",
	"errorKind",
	"toolCalls",
	"fileChanges",
	"structured",
	"unparsed",
] as const;

describe.each([...harnessIds])("%s", (id: HarnessId) => {
	const harness = harnesses[id];
	const expectations: Record<string, Expected> = JSON.parse(
		readFileSync(resolve(folder(id), "expected.json"), "utf8"),
	);
	const names = Object.keys(expectations);

	test("its folder, its id and its definition belong together", () => {
		expect(harness.definition.id).toBe(id);
		expect(existsSync(resolve("server/harnesses", id, "definition.ts"))).toBe(true);
		expect(harness.definition.settings.safeParse({}).success).toBe(true);
		expect(harness.definition.settings.safeParse({ noSuchSetting: 1 }).success).toBe(false);
		for (const { path } of harness.definition.state) expect(path).toMatch(/^\.[\w./-]+$/);
	});

	test("every recording in its folder has facts, and every fact a recording", () => {
		const recordings = readdirSync(folder(id)).filter((name) => name.endsWith(".jsonl"));
		expect(recordings.map((name) => name.slice(0, -".jsonl".length)).sort()).toEqual([...names].sort());
		expect(names.length).toBeGreaterThan(0);
	});

	test.each(names)("%s: session, outcome, message, usage", (name) => {
		const expected = expectations[name] as Expected;
		const summary = summarize(harness, linesOf(id, name), exitOf(expected), expected.usageBefore ?? null);
		const wanted = { unparsed: 0, ...expected };
		for (const fact of facts) {
			if (fact in wanted) expect.soft(summary[fact], fact).toEqual((wanted as Record<string, unknown>)[fact]);
		}
		if (expected.outcome === "completed" && "finalMessage" in expected) {
			expect.soft(summary.finalMessage, "finalMessage").toBe(expected.finalMessage);
		}
		if (expected.outcome !== "completed") expect.soft(summary.message, "message").toBeTruthy();
		if (expected.usage === null) expect.soft(summary.usage, "usage").toBeNull();
		else if (expected.usage !== undefined) {
			expect.soft(summary.usage, "usage").toMatchObject(expected.usage);
			expect.soft(summary.usage?.partial, "partial").toBe(expected.outcome === "interrupted");
		}
		if (summary.usage !== null) expect(usageSchema.parse(summary.usage)).toEqual(summary.usage);
		if (expected.costUsd !== undefined) expect(summary.usage?.costUsd).toBeCloseTo(expected.costUsd, 8);
	});

	test("unknown and broken lines are unparsed, never an exception, and change nothing else", () => {
		const broken = [
			"not json",
			'{"type":"message","text":"cut in the mid',
			'{"type":"fuseline.no-such-event"}',
			'{"type":"no_such_event_of_any_version"}',
			"[1,2,3]",
			'"text"',
			"null",
			"{}",
		];
		const odd = [
			'{"type":"assistant","message":null}',
			'{"type":"user","message":{"content":[null,7,{"type":"tool_result"}]}}',
			'{"type":"item.completed","item":{"type":"file_change","changes":"none"}}',
			'{"type":"item.completed","item":7}',
			'{"type":"tool_use","part":{"state":[]}}',
			'{"type":"step_finish"}',
			'{"type":"error"}',
			'{"type":"turn.failed"}',
			'{"type":"turn.completed","usage":"much"}',
			'{"type":"message_end","message":{"role":"assistant","content":{},"usage":[]}}',
			'{"type":"tool_execution_end"}',
			'{"type":"result"}',
			'{"type":"system"}',
			'{"type":"session"}',
		];
		const name = names.find((each) => expectations[each]?.outcome === "completed") as string;
		const expected = expectations[name] as Expected;
		const whole = linesOf(id, name);
		const mixed = whole.flatMap((line, index) => [broken[index % broken.length] as string, line]);
		const summary = summarize(harness, mixed, exitOf(expected), expected.usageBefore ?? null);
		const clean = summarize(harness, whole, exitOf(expected), expected.usageBefore ?? null);
		// Any line of a plain command is a message; to all others it is unknown.
		if (id !== "command") {
			expect(summary.unparsed).toBeGreaterThanOrEqual(Math.min(whole.length, broken.length) - 1);
			const rest = (summary: StreamSummary) => ({ ...summary, unparsed: 0 });
			expect(rest(summary)).toEqual(rest(clean));
		}
		for (const line of [...broken, ...odd]) {
			const parser = harness.parser(null);
			expect(Array.isArray(parser.line(line)), line).toBe(true);
			parser.end({ code: 0, signal: null, endedBy: null, stderrTail: "" });
		}
	});

	test.each(["idle", "wall", "flood"] as const)(
		"an empty stream that was ended for %s is a harness failure",
		(endedBy) => {
			const summary = summarize(harness, [], { code: null, signal: "SIGKILL", endedBy, stderrTail: "" });
			expect(summary).toMatchObject({ outcome: "failed", errorKind: "harness", usage: null });
		},
	);

	test.each(["stop", "crash"] as const)(
		"a stream that we cut (%s) is interrupted, without an error",
		(endedBy) => {
			const summary = summarize(harness, [], { code: null, signal: "SIGKILL", endedBy, stderrTail: "" });
			expect(summary).toMatchObject({ outcome: "interrupted", errorKind: null, sessionId: null });
		},
	);

	test("a cut at any line of a good recording never counts as completed before its last word", () => {
		const name = names.find((each) => expectations[each]?.outcome === "completed") as string;
		const lines = linesOf(id, name).filter((line) => line !== "");
		for (let cut = 0; cut < lines.length; cut += 1) {
			const parser = harness.parser(null);
			for (const line of lines.slice(0, cut)) parser.line(line);
			if (parser.saidFinal()) continue;
			const result = parser.end({ code: null, signal: "SIGKILL", endedBy: "stop", stderrTail: "" });
			if (result.outcome === "completed") expect(id, `cut at ${cut}`).toBe("pi");
		}
	});

	test("a CLI that says its last word and then hangs has finished", () => {
		const name = names.find((each) => expectations[each]?.outcome === "completed") as string;
		const parser = harness.parser(expectations[name]?.usageBefore ?? null);
		for (const line of linesOf(id, name)) parser.line(line);
		expect(parser.saidFinal()).toBe(true);
		const result = parser.end({ code: null, signal: "SIGKILL", endedBy: "after_final", stderrTail: "" });
		expect(result).toMatchObject({ outcome: "completed", errorKind: null });
	});

	test("MCP servers reach the CLI exactly if it says that it speaks MCP", () => {
		const docs = {
			name: "docs",
			command: "/bin/docs-server",
			args: ["--all"],
			environment: { DOCS: "here" },
		};
		const all = (command: ReturnType<typeof harness.command>) =>
			[...command.argv, ...command.files.map((file) => file.content)].join(" ");
		const given = all(harness.command({ ...request, ...extra[id], mcpServers: [docs] }));
		const without = all(harness.command({ ...request, ...extra[id] }));
		const { mcp } = harness.definition.capabilities;
		for (const word of ["docs", "/bin/docs-server", "--all", "here"]) {
			expect(given.includes(word), word).toBe(mcp);
			expect(without.includes(word), word).toBe(false);
		}
	});

	test("prompts go by stdin, never by argv, and nothing is written outside scratch", () => {
		for (const resumeSessionId of [null, "session-1"]) {
			for (const [role, access] of [
				["planner", "read-only"],
				["developer", "read-write"],
			] as const) {
				const command = harness.command({ ...request, role, access, resumeSessionId, ...extra[id] });
				expect(command.stdin).toBe(request.prompt);
				expect(command.argv.join(" ")).not.toContain("SECRET PROMPT");
				for (const file of command.files) expect(file.path).not.toMatch(/^\/|\.\./);
				const mention = [
					...command.argv,
					...Object.values(command.environment),
					...command.files.map((f) => f.content),
				];
				if (resumeSessionId !== null) expect(mention.join(" ")).toContain("session-1");
			}
		}
	});
});

const request: InvocationRequest = {
	invocationId: "01TEST",
	role: "planner",
	access: "read-only",
	attempt: 1,
	loop: 1,
	prompt: "SECRET PROMPT",
	workspace: "/ws",
	outbox: "/out",
	scratch: "/scratch",
	binary: "/bin/program",
	model: "m",
	effort: null,
	settings: {},
	resumeSessionId: null,
	outputSchema: { type: "object", properties: {}, additionalProperties: false },
	sandboxed: true,
	runningAsRoot: true,
	appUrl: null,
	maxTurns: null,
	mcpServers: [],
};
const extra: Partial<Record<HarnessId, Partial<InvocationRequest>>> = {
	scripted: {
		model: null,
		settings: { agent: "/a.mjs", scenario: { id: "s", entries: [{ role: "*", steps: [] }] } },
	},
};
