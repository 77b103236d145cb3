import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { developer, pageProject, planner, tester } from "../support/page-project.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

const counts = [4, 3];
const slow = [
	{ write: { path: "one.txt", content: "1" } },
	{ sleep: { ms: 900 } },
	{ run: { command: "echo again >> appended.txt" } },
	{ sleep: { ms: 900 } },
];
const scenario = {
	id: "resume",
	entries: [
		planner(),
		...counts.map((count, index) => developer(index + 1, count, { before: slow })),
		{ ...tester(), steps: [{ sleep: { ms: 900 } }, ...tester().steps] },
	],
};
const run = { project: pageProject, options: { loops: 2 }, scenario };

/** What must be the same whatever happened on the way. */
function essence(runId: string) {
	const view = world.view(runId);
	return {
		status: view.status,
		endCause: view.endCause,
		trees: view.rows.map((row) => row.candidate?.tree),
		verdicts: view.rows.map((row) => row.verdict),
		claims: view.rows.map((row) => [row.verified, row.gaps, row.findings]),
		issues: view.issues.map(({ key, status, reopenings, history }) => ({ key, status, reopenings, history })),
		steps: world.store.db
			.prepare("SELECT key, outcome IS NOT NULL AS done FROM Step WHERE runId = ? ORDER BY key")
			.all(runId) as object[],
	};
}

/** Living processes that carry the run's marker. */
function strays(runId: string): number {
	let found = 0;
	for (const name of readdirSync("/proc")) {
		if (!/^\d+$/.test(name)) continue;
		try {
			if (readFileSync(`/proc/${name}/environ`, "latin1").includes(`FUSELINE_MARKER=${runId}`)) found += 1;
		} catch {
			// gone, or not ours
		}
	}
	return found;
}

/** Waits until the run's log has an event that fits. */
async function until(runId: string, fits: (data: string) => boolean): Promise<void> {
	for (let tries = 0; tries < 1200; tries += 1) {
		const rows = world.store.db.prepare("SELECT data FROM Event WHERE runId = ?").all(runId) as {
			data: string;
		}[];
		if (rows.some((row) => fits(row.data))) return;
		await sleep(50);
	}
	throw new Error("that never happened");
}

test("kill -9 of the runner in the middle of a Developer's turn and of a Tester's: the same end", async () => {
	const calm = await world.queue(run);
	expect(await world.runner(calm).finished).toBe(0);
	const shaken = await world.queue(run);

	const first = world.runner(shaken);
	await until(shaken, (data) => data.includes('"type":"tool_ended"') && data.includes("one.txt"));
	await sleep(300);
	first.child.kill("SIGKILL");
	await first.finished;
	await sleep(500);
	expect(strays(shaken)).toBe(0);

	const second = world.runner(shaken);
	await until(
		shaken,
		(data) => data.includes('"kind":"invocation.started"') && data.includes('"role":"tester"'),
	);
	await sleep(400);
	second.child.kill("SIGKILL");
	await second.finished;

	expect(await world.runner(shaken).finished).toBe(0);
	expect(essence(shaken)).toEqual(essence(calm));
	expect(strays(shaken)).toBe(0);
	// the interrupted turn went on in its session: nothing was appended twice
	const appended = world.store.db
		.prepare("SELECT COUNT(*) AS n FROM Step WHERE runId = ? AND attempts > 1")
		.get(shaken) as { n: number };
	expect(appended.n).toBe(2);
}, 240_000);

test("stop in the middle of a call ends the run and leaves no process", async () => {
	const runId = await world.queue(run);
	const runner = world.runner(runId);
	await until(runId, (data) => data.includes('"role":"developer"'));
	world.command(runId, "stop");
	expect(await runner.finished).toBe(0);
	expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "stopped" });
	expect(strays(runId)).toBe(0);
}, 120_000);

test("stop while the runtime examines doesn't wait for a check that takes its time", async () => {
	const project = { ...pageProject, checks: [{ id: "slow", run: "sleep 60" }] };
	const runId = await world.queue({ ...run, project });
	const runner = world.runner(runId);
	await until(runId, (data) => data.includes('"kind":"stage.started"') && data.includes('"stage":"assess"'));
	await sleep(1000);
	const asked = performance.now();
	world.command(runId, "stop");
	expect(await runner.finished).toBe(0);
	expect(performance.now() - asked).toBeLessThan(20_000);
	expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "stopped" });
	expect(strays(runId)).toBe(0);
}, 120_000);

test("pause takes effect at a safe point, resume goes on to the same end", async () => {
	const runId = await world.queue({ ...run, options: { loops: 1 } });
	const runner = world.runner(runId);
	await until(runId, (data) => data.includes('"role":"developer"'));
	world.command(runId, "pause");
	expect(await runner.finished).toBe(0);
	expect(world.view(runId).status).toBe("paused");
	// nobody asked it to go on
	expect(await world.runner(runId).finished).toBe(0);
	expect(world.view(runId).status).toBe("paused");
	world.command(runId, "resume");
	expect(await world.runner(runId).finished).toBe(0);
	expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
}, 120_000);
