import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { findMarked } from "../../server/process/sweep.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { developer, pageProject, planner, tester } from "../support/page-project.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

const counts = [4, 3];
const scenario = {
	id: "daemon",
	entries: [
		planner(),
		...counts.map((count, index) => developer(index + 1, count)),
		{ ...tester(), steps: [{ sleep: { ms: 1500 } }, ...tester().steps] },
	],
};
const run = { project: pageProject, options: { loops: 2 }, scenario };

function essence(runId: string) {
	const view = world.view(runId);
	const steps = world.store.db
		.prepare("SELECT key, attempts FROM Step WHERE runId = ? AND outcome IS NOT NULL ORDER BY key")
		.all(runId);
	return {
		status: view.status,
		trees: view.rows.map((row) => row.candidate?.tree),
		verdicts: view.rows.map((row) => row.verdict),
		issues: view.issues.map(({ key, status, reopenings, history }) => ({ key, status, reopenings, history })),
		steps,
	};
}

async function until(fits: () => boolean): Promise<void> {
	for (let tries = 0; tries < 2400; tries += 1) {
		if (fits()) return;
		await sleep(50);
	}
	throw new Error("that never happened");
}

const testing = (runId: string) =>
	(
		world.store.db
			.prepare("SELECT data FROM Event WHERE runId = ? AND kind = 'invocation.started'")
			.all(runId) as { data: string }[]
	).some((row) => row.data.includes('"role":"tester"'));

test("kill -9 of the daemon in the middle of a Tester's turn: the runner works on, the next daemon takes it over", async () => {
	const environment = { HOME: join(world.root, "home") };
	const calm = await world.queue(run);
	expect(await world.runner(calm).finished).toBe(0);

	const shaken = await world.queue(run);
	const first = await startTestDaemon(world.config.dataDirectory, environment);
	await until(() => testing(shaken));
	await first.kill();
	const second = await startTestDaemon(world.config.dataDirectory, environment);
	await until(() => world.view(shaken).status === "ended");
	expect(essence(shaken)).toEqual(essence(calm));
	expect(await second.stop()).toBe(0);
}, 240_000);

test("a graceful stop suspends runs; the next start leaves them so until somebody resumes", async () => {
	mkdirSync(join(world.root, "home"), { recursive: true });
	writeFileSync(join(world.root, "home", ".keep"), "");
	const environment = { HOME: join(world.root, "home") };
	const runId = await world.queue(run);
	const first = await startTestDaemon(world.config.dataDirectory, environment);
	await until(() => testing(runId));
	expect(await first.stop()).toBe(0);
	expect(world.view(runId).status).toBe("suspended");
	const second = await startTestDaemon(world.config.dataDirectory, environment);
	await sleep(1500);
	expect(world.view(runId).status).toBe("suspended");
	const answer = await fetch(`${second.url}/api/trpc/runs.resume`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			authorization: `Bearer ${second.token}`,
			origin: second.url,
		},
		body: JSON.stringify({ json: { runId } }),
	});
	expect(answer.status).toBe(200);
	await until(() => world.view(runId).status === "ended");
	expect(world.view(runId).rows.map((row) => row.verdict?.status)).toEqual(["fail", "pass"]);
	expect(await second.stop()).toBe(0);
}, 240_000);

test("a candidate that is shown to a visitor ends with the daemon, however that went", async () => {
	const environment = { HOME: join(world.root, "home") };
	const node =
		"node -e \"require('http').createServer((_, r) => r.end('ok')).listen(process.env.PORT, '127.0.0.1')\"";
	const runId = await world.queue({
		...run,
		options: { loops: 1 },
		project: { ...pageProject, serve: { run: node } },
	});
	expect(await world.runner(runId).finished).toBe(0);
	const candidate = world.view(runId).rows[0]?.candidate?.id;
	const daemon = await startTestDaemon(world.config.dataDirectory, environment);
	const answer = await fetch(`${daemon.url}/api/trpc/candidates.open`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			authorization: `Bearer ${daemon.token}`,
			origin: daemon.url,
		},
		body: JSON.stringify({ json: { candidateId: candidate } }),
	});
	const { url } = ((await answer.json()) as { result: { data: { json: { url: string } } } }).result.data.json;
	expect(await (await fetch(url)).text()).toBe("ok");
	await daemon.kill();
	await until(() => findMarked(`open:${candidate}`).length === 0);
	await expect(fetch(url)).rejects.toThrow();
}, 120_000);

test("a run that asks waits for a person, and the answer from the dashboard's door lets it go on", async () => {
	const environment = { HOME: join(world.root, "home") };
	const usedUp = [{ emit: { event: { type: "error", message: "used up", kind: "quota" } } }, { exit: 1 }];
	const entries = [{ role: "planner", attempt: 1, steps: usedUp }, planner(), developer("*", 3), tester()];
	const runId = await world.queue({ ...run, options: { loops: 1 }, scenario: { id: "asks", entries } });
	const daemon = await startTestDaemon(world.config.dataDirectory, environment);
	await until(() => world.view(runId).status === "needs_input");
	expect(world.view(runId).question).toContain("used up");
	const answer = await fetch(`${daemon.url}/api/trpc/runs.answer`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			authorization: `Bearer ${daemon.token}`,
			origin: daemon.url,
		},
		body: JSON.stringify({ json: { runId, text: "go on" } }),
	});
	expect(answer.status).toBe(200);
	await until(() => world.view(runId).status === "ended");
	const view = world.view(runId);
	expect(view).toMatchObject({ endCause: "completed", humanInterventions: 1 });
	expect(view.rows[0]?.verdict?.status).toBe("pass");
	expect(await daemon.stop()).toBe(0);
}, 120_000);
