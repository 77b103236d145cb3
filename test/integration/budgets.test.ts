import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseBudget } from "../../server/daemon/raise-budget.ts";
import type { Budgets } from "../../server/domain/budgets.ts";
import { spendingOf } from "../../server/domain/spending.ts";
import { type Usage, usageSchema } from "../../server/domain/usage.ts";
import { developer, pageProject, planner, tester } from "../support/page-project.ts";
import { makeWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(() => {
	world = makeWorld();
});
afterAll(() => world.close());

const story = {
	id: "page",
	entries: [
		planner(),
		developer(1, 3),
		developer(2, 3, { before: [{ write: { path: "more.txt", content: "more\n" } }] }),
		tester([{ usage: { input: 50, output: 50 } }, ...tester().steps]),
	],
};

async function play(budgets: Budgets, scenario: unknown = story, loops = 2): Promise<string> {
	const runId = await world.queue({ project: pageProject, options: { loops }, scenario, budgets });
	await world.runner(runId).finished;
	return runId;
}

const callsOf = (runId: string) =>
	(
		world.store.db.prepare("SELECT stepKey FROM Invocation WHERE runId = ? ORDER BY id").all(runId) as {
			stepKey: string;
		}[]
	).map((row) => row.stepKey);

describe("a budget", () => {
	it("is warned of once at 80 %, pauses before the next call, and once raised lets the run go on", async () => {
		// 120 for the planner, 280 for the developer: 400 of 480 are 83 %, the tester's 100 are too much
		const runId = await play({ tokens: 480 });
		const paused = world.view(runId);
		expect(paused).toMatchObject({ status: "paused", endCause: null, loop: 2 });
		expect(paused.detail).toBe("Token budget of the run: 500 tokens of 480 tokens used. Raise it to go on.");
		expect(paused.budgets.reached).toMatchObject({ key: "tokens", used: 500, limit: 480, action: "pause" });
		expect(paused.budgets.warned).toEqual(["tokens"]);
		const told = paused.notices.filter((notice) => notice.text.includes("Token budget"));
		expect(told.map((notice) => notice.level)).toEqual(["warning", "info"]);
		expect(told[1]?.text).toMatch(/^Paused: /);
		const before = callsOf(runId);
		expect(before).toHaveLength(3);

		// a resume alone changes nothing: it pauses again, and calls nobody
		world.command(runId, "resume");
		await world.runner(runId).finished;
		expect(world.view(runId).status).toBe("paused");
		expect(callsOf(runId)).toEqual(before);

		const hash = world.store.db.prepare("SELECT configHash, config FROM Run WHERE id = ?").get(runId);
		expect(() => raiseBudget(world.store, runId, { tokens: 480 })).toThrow(/no more than the 480/);
		expect(() => raiseBudget(world.store, runId, { costUsd: 2 })).toThrow(
			/no such budget \(it has: tokens\)/,
		);
		raiseBudget(world.store, runId, { tokens: 5000 });
		world.command(runId, "resume");
		await world.runner(runId).finished;
		const ended = world.view(runId);
		expect(ended).toMatchObject({ status: "ended", endCause: "completed", humanInterventions: 1 });
		expect(ended.budgets).toMatchObject({
			configured: { tokens: 480 },
			raised: { tokens: 5000 },
			reached: null,
		});
		expect(world.store.db.prepare("SELECT configHash, config FROM Run WHERE id = ?").get(runId)).toEqual(
			hash,
		);
		const steps = callsOf(runId);
		expect(steps).toHaveLength(6);
		expect(new Set(steps).size).toBe(6);
		expect(ended.notices.filter((notice) => notice.text.includes("cut off"))).toEqual([]);
		expect(spendingOf(ended)).toMatchObject({
			...{ tokens: 1000, origin: "simulated", calls: 6 },
			perVerifiedClaim: { count: 3, tokens: 1000 / 3 },
			perClosedIssue: null,
		});
	}, 60_000);

	it("ends the run where it says stop, and names budget, use and limit", async () => {
		const runId = await play({ invocations: 2, onExhausted: "stop" });
		expect(world.view(runId)).toMatchObject({
			...{ status: "ended", endCause: "budget_exhausted" },
			detail: "Call budget of the run: 2 calls of 2 calls used.",
		});
		expect(callsOf(runId)).toHaveLength(2);
	}, 30_000);

	it("of a role holds up that role only, one of a loop begins anew with each", async () => {
		const runId = await play({ perRole: { developer: { tokens: 250 } }, perLoop: { invocations: 4 } });
		const view = world.view(runId);
		expect(view.budgets.reached).toMatchObject({ key: "perRole.developer.tokens", used: 280, limit: 250 });
		expect(view.detail).toContain("Token budget of the developer");
		// tester of loop 1 and planner of loop 2 were called
		expect(callsOf(runId)).toHaveLength(4);
		const second = await play({ perLoop: { invocations: 2 }, onExhausted: "stop" });
		expect(world.view(second).detail).toBe("Call budget of loop 1: 2 calls of 2 calls used.");
	}, 60_000);

	it("of one call ends it as soon as it says too much, and what it did is judged", async () => {
		const chatty = { ...developer(1, 3), steps: [...developer(1, 3).steps.slice(0, 2), { hang: true }] };
		const scenario = { ...story, entries: [planner(), chatty, tester()] };
		const runId = await play({ perInvocation: { tokens: 200 } }, scenario, 1);
		expect(callOf(runId, "developer")).toMatchObject({
			endedBy: "budget",
			outcome: "failed",
			errorKind: "harness",
		});
		expect(callOf(runId, "developer").message).toContain("280 tokens of at most 200 tokens");
		expect(world.view(runId).rows[0]?.candidate).not.toBeNull();
	}, 30_000);

	it("of disk counts the workspace and what the run stored", async () => {
		const big = {
			...developer("*", 3, { before: [{ run: { command: "head -c 3000000 /dev/urandom > big.bin" } }] }),
		};
		const scenario = { ...story, entries: [planner(), big, tester()] };
		const runId = await play({ diskMegabytes: 2 }, scenario);
		const view = world.view(runId);
		expect(view.budgets.reached).toMatchObject({ key: "diskMegabytes", limit: 2 });
		expect(view.budgets.reached?.used).toBeGreaterThan(3);
		expect(view.detail).toContain("Disk budget of the run");
	}, 30_000);
});

describe("a call's own walls", () => {
	it("end one that takes too much memory, before the machine feels it", async () => {
		const greedy = { role: "developer", steps: [{ grow: { megabytes: 1500 } }, ...developer("*", 3).steps] };
		const scenario = { ...story, entries: [planner(), greedy, tester()] };
		const runId = await play({ perInvocation: { memoryMegabytes: 250 } }, scenario, 1);
		const call = callOf(runId, "developer");
		expect(call).toMatchObject({ endedBy: "memory", outcome: "failed", errorKind: "harness" });
		const [, reached] = /ended: ([\d,]+) MB of at most 250 MB/.exec(call.message) ?? [];
		expect(Number(reached?.replace(",", ""))).toBeLessThan(600);
	}, 30_000);

	it("end one that starts too many processes", async () => {
		const command = "for i in $(seq 60); do sleep 60 & done; wait";
		const busy = { role: "developer", steps: [{ run: { command } }, ...developer("*", 3).steps] };
		const scenario = { ...story, entries: [planner(), busy, tester()] };
		const runId = await play({ perInvocation: { processes: 40 } }, scenario, 1);
		const call = callOf(runId, "developer");
		expect(call).toMatchObject({ endedBy: "processes", outcome: "failed" });
		expect(call.message).toMatch(/\d+ processes at once, 40 are allowed/);
	}, 30_000);

	it("end one that takes too many turns, as its work's failure; what it did is judged", async () => {
		const turn = { run: { command: "true" } };
		const steps = developer(1, 3, { before: [turn, turn, turn, turn] }).steps.slice(0, -1);
		const busy = { ...developer(1, 3), steps: [...steps, { hang: true }] };
		const scenario = { ...story, entries: [planner(), busy, tester()] };
		const runId = await play({ perInvocation: { turns: 3 } }, scenario, 1);
		expect(callOf(runId, "developer")).toEqual({
			...{ endedBy: "turns", outcome: "failed", errorKind: "agent" },
			message: "The scripted agent took too many turns and was ended: turn 4 began, 3 are allowed.",
		});
		expect(world.view(runId).rows[0]?.candidate).not.toBeNull();
	}, 30_000);

	it("of a binding: a program of one's own that tells its tool calls is counted too", async () => {
		const call = (id: number) =>
			JSON.stringify({ type: "fuseline.tool_ended", callId: String(id), name: "sh", ok: true });
		const model = `echo '${call(1)}'; echo '${call(2)}'; echo '${call(3)}'; exec sleep 60`;
		const runId = await world.queue({
			...{ protocol: "vanilla", scenario: {}, command: model, settings: { maxTurns: 2 } },
		});
		await world.runner(runId).finished;
		expect(callOf(runId, "developer")).toMatchObject({ endedBy: "turns", errorKind: "agent" });
	}, 30_000);

	it("end one that computes too much, also where each of its children is short-lived", async () => {
		const child = "i=0; while [ $i -lt 9000 ]; do i=$((i+1)); done";
		const command = `n=0; while [ $n -lt 2000 ]; do n=$((n+1)); sh -c '${child}'; done`;
		const busy = { role: "developer", steps: [{ run: { command } }, ...developer("*", 3).steps] };
		const scenario = { ...story, entries: [planner(), busy, tester()] };
		const runId = await play({ perInvocation: { cpuMinutes: 0.02 } }, scenario, 1);
		const call = callOf(runId, "developer");
		expect(call).toMatchObject({ endedBy: "cpu", outcome: "failed", errorKind: "harness" });
		const [, used] =
			/ended: ([\d.]+) min of at most 0\.02 min of processor time used/.exec(call.message) ?? [];
		expect(Number(used)).toBeGreaterThan(0.02);
		expect(Number(used)).toBeLessThan(0.2);
	}, 30_000);
});

function callOf(runId: string, role: string) {
	return world.store.db
		.prepare("SELECT endedBy, outcome, errorKind, message FROM Invocation WHERE runId = ? AND role = ?")
		.get(runId, role) as { endedBy: string; outcome: string; errorKind: string; message: string };
}

it("calls whose cost nobody knows are counted, and aren't 0", async () => {
	const costly = {
		...planner(),
		steps: [{ usage: { input: 1, output: 1, costUsd: 0.5 } }, ...planner().steps],
	};
	const runId = await play({}, { ...story, entries: [costly, developer("*", 3), tester()] }, 1);
	const spending = spendingOf(world.view(runId));
	expect(spending).toMatchObject({ costUsd: 0.5, unpriced: 2, calls: 3 });
}, 30_000);

describe("the price table", () => {
	const line = JSON.stringify({ type: "fuseline.usage", input: 1_000_000, output: 500_000 });
	const answer = JSON.stringify({ status: "pass", summary: "done" });
	const model = `echo '${line}'; echo x > made; echo '${answer}'`;
	const file = () => join(world.config.dataDirectory, "prices.json");

	async function call(): Promise<{ usage: Usage; notices: string[] }> {
		const runId = await world.queue({ protocol: "vanilla", scenario: {}, command: model });
		await world.runner(runId).finished;
		const row = world.store.db.prepare("SELECT usage FROM Invocation WHERE runId = ?").get(runId) as {
			usage: string;
		};
		return {
			usage: usageSchema.parse(JSON.parse(row.usage)),
			notices: world.view(runId).notices.map((notice) => notice.text),
		};
	}

	it("prices a call when it ends, with its date; a broken one makes no cost and says so", async () => {
		const table = { asOf: "2026-11-01", models: { "echo*": { input: 2, output: 10 } } };
		writeFileSync(file(), JSON.stringify(table));
		expect((await call()).usage).toMatchObject({
			...{ costUsd: 7, costOrigin: "price_table", origin: "reported" },
			pricedBy: { model: "echo*", asOf: "2026-11-01", table: "user" },
		});
		writeFileSync(file(), '{"asOf": "2026-11-01",\n "models": {"echo*": {"input": "2"}}}');
		const broken = await call();
		expect(broken.usage.costUsd).toBeNull();
		expect(broken.notices.find((text) => text.includes("prices.json:2"))).toContain("echo*");
	}, 30_000);
});
