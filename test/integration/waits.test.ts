import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { readRunEvents } from "../../server/store/events.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

const hour = 3_600_000;
const good = [
	{ write: { path: "a.txt", content: "a" } },
	{ result: { json: { status: "pass", summary: "done", tasks: [], fixed: [], baseline: [], retests: [] } } },
];
const fails = (kind: string, message: string, resetAt: string | null = null) => [
	{ emit: { event: { type: "error", kind, message, resetAt } } },
	{ exit: { code: 1 } },
];
/** A developer whose first `times` calls fail; its session goes on behind the failure. */
const run = (steps: unknown[], times = 1, options = {}) => ({
	protocol: "vanilla",
	options,
	scenario: {
		id: "waits",
		entries: [{ role: "developer", steps: [...Array.from({ length: times }, () => steps).flat(), ...good] }],
	},
});

async function reaches(runId: string, status: string) {
	for (let tries = 0; tries < 1200; tries += 1) {
		const view = world.view(runId);
		if (view.status === status) return view;
		await sleep(25);
	}
	throw new Error(`the run never became ${status}: it is ${world.view(runId).status}`);
}
const calls = (runId: string) =>
	readRunEvents(world.store, runId, 0, 1000).filter(({ event }) => event.kind === "invocation.started")
		.length;

describe("a used-up limit", () => {
	test.concurrent("is waited out until the time that stands only in the CLI's words; a person may go on at once", async () => {
		const runId = await world.queue(
			run(fails("quota", "Usage limit reached, try again in 2 hours 13 minutes.")),
		);
		const { finished } = world.runner(runId);
		const waiting = await reaches(runId, "waiting");
		const left = Date.parse(waiting.until ?? "") - Date.now();
		expect(left).toBeGreaterThan(2 * hour);
		expect(left).toBeLessThanOrEqual(2 * hour + 13 * 60_000);
		expect(waiting.detail).toContain("try again in 2 hours 13 minutes");
		expect(calls(runId)).toBe(1);
		world.command(runId, "resume");
		expect(await finished).toBe(0);
		expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
		expect(calls(runId)).toBe(2);
	}, 60_000);

	test.concurrent("that resets soon: the run goes on by itself, not before", async () => {
		const at = Date.now() + 4_000;
		const runId = await world.queue(run(fails("quota", "limit", new Date(at).toISOString())));
		expect(await world.runner(runId).finished).toBe(0);
		const second = readRunEvents(world.store, runId, 0, 1000).filter(
			({ event }) => event.kind === "invocation.started",
		)[1];
		expect(second?.at).toBeGreaterThanOrEqual(at);
		expect(world.view(runId).endCause).toBe("completed");
	}, 60_000);

	test.concurrent("a pause ends the wait at once", async () => {
		const runId = await world.queue(run(fails("quota", "limit reached, resets in 3 days")));
		const { finished } = world.runner(runId);
		await reaches(runId, "waiting");
		world.command(runId, "pause");
		expect(await finished).toBe(0);
		expect(world.view(runId).status).toBe("paused");
		expect(calls(runId)).toBe(1);
	}, 60_000);

	test.concurrent("with waiting switched off the run asks in the CLI's words", async () => {
		const off = await world.queue(
			run(fails("quota", "limit, try again in 2 hours"), 1, { waitForReset: false }),
		);
		expect(await world.runner(off).finished).toBe(0);
		expect(world.view(off)).toMatchObject({ status: "needs_input" });
		expect(world.view(off).question).toContain("limit, try again in 2 hours");
	}, 60_000);
});

test.concurrent("the same failure three times within a minute asks instead of trying on", async () => {
	const runId = await world.queue(run(fails("transport", "500 the model service is broken"), 9));
	expect(await world.runner(runId).finished).toBe(0);
	const view = world.view(runId);
	expect(view.status).toBe("needs_input");
	expect(view.question).toContain("500 the model service is broken");
	expect(calls(runId)).toBe(3);
}, 60_000);

test.concurrent("a login that fails in the first call pauses with the CLI's words", async () => {
	const runId = await world.queue(run(fails("auth", "401 Incorrect API key provided")));
	expect(await world.runner(runId).finished).toBe(0);
	const view = world.view(runId);
	expect(view.status).toBe("needs_input");
	expect(view.question).toContain("401 Incorrect API key provided");
	expect(calls(runId)).toBe(1);
}, 60_000);
