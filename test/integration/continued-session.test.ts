import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeWorld } from "../support/world.ts";

/*
 * `continuation`: one session over all passes. A CLI keeps it in its own folder, of which a call sees only what is its
 * step's; a session that isn't there is refused, by the scripted harness as by the real ones.
 */

const developer = (loop: number) => ({
	role: "developer",
	loop,
	steps: [
		{ write: { path: `pass-${loop}.txt`, content: `${loop}\n` } },
		{ result: { json: { status: "pass", summary: `pass ${loop}` } } },
	],
});

test("each pass goes on with the session of the pass before it, and no session outlives the run", async () => {
	const world = makeWorld();
	try {
		const runId = await world.queue({
			protocol: "continuation",
			options: { loops: 3 },
			scenario: { id: "passes", entries: [1, 2, 3].map(developer) },
		});
		expect(await world.runner(runId).finished).toBe(0);
		expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed", loop: 3 });
		const calls = world.store.db
			.prepare(
				"SELECT sessionId, outcome, resumesId IS NOT NULL AS resumed FROM Invocation ORDER BY startedAt",
			)
			.all() as { sessionId: string; outcome: string; resumed: number }[];
		expect(calls.map(({ outcome, resumed }) => [outcome, resumed])).toEqual([
			["completed", 0],
			["completed", 1],
			["completed", 1],
		]);
		expect(new Set(calls.map(({ sessionId }) => sessionId)).size).toBe(1);
		const sessions = join(world.config.dataDirectory, "runs", runId, "sessions");
		expect(existsSync(sessions) ? readdirSync(sessions) : []).toEqual([]);
	} finally {
		world.close();
	}
});

test("a session that is gone costs one call: the pass begins afresh, and says so by its calls", async () => {
	const world = makeWorld();
	try {
		const runId = await world.queue({
			protocol: "continuation",
			options: { loops: 2 },
			scenario: {
				id: "passes",
				entries: [developer(1), { ...developer(2), steps: [{ sleep: { ms: 300 } }, ...developer(2).steps] }],
			},
		});
		const sessions = join(world.config.dataDirectory, "runs", runId, "sessions");
		const { finished } = world.runner(runId);
		const kept = () =>
			world.store.db.prepare("SELECT 1 FROM Candidate WHERE loop = 1").get() !== undefined &&
			existsSync(sessions);
		while (!kept()) await new Promise((resolve) => setTimeout(resolve, 2));
		rmSync(sessions, { recursive: true, force: true });
		expect(await finished).toBe(0);
		expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed", loop: 2 });
		expect(world.view(runId).rows.every((row) => row.candidate !== null)).toBe(true);
	} finally {
		world.close();
	}
});
