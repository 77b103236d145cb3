import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { OwnedProcess, ProcessLedgerView, SweepResult } from "../../server/domain/process-view.ts";
import { freePort } from "../../server/process/ports.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { findMarkedCommands } from "../support/processes.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());
const environment = { HOME: join(world.root, "home") };

async function ask<T>(daemon: TestDaemon, procedure: string, input: unknown, post = false): Promise<T> {
	const body = JSON.stringify({ json: input });
	const answer = await fetch(
		`${daemon.url}/api/trpc/${procedure}${post ? "" : `?input=${encodeURIComponent(body)}`}`,
		{
			method: post ? "POST" : "GET",
			headers: {
				"content-type": "application/json",
				authorization: `Bearer ${daemon.token}`,
				origin: daemon.url,
			},
			...(post ? { body } : {}),
		},
	);
	const said = (await answer.json()) as {
		result?: { data: { json: T } };
		error?: { json: { message: string } };
	};
	if (said.result === undefined) throw new Error(said.error?.json.message);
	return said.result.data.json;
}

const list = async (daemon: TestDaemon) =>
	(await ask<ProcessLedgerView>(daemon, "processes.list", {})).processes;

/** Asks until it finds what it looks for. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
	for (let tries = 0; tries < 400; tries += 1) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(50);
	}
	throw new Error("that never happened");
}

test("what runs is told by run, call, age, memory and port, and can be ended one by one or all at once", async () => {
	const port = await freePort();
	const server = `require('http').createServer((_, r) => r.end('ok')).listen(${port}, '127.0.0.1')`;
	const runId = await world.queue({
		name: "busy",
		protocol: "vanilla",
		scenario: {
			id: "busy",
			entries: [
				{
					role: "developer",
					steps: [
						// empties its environment and leaves its session: only its pid namespace and parents still tell
						{ fork: { command: "exec env -i sleep 291", setsid: true } },
						{ run: { command: `node -e "${server}"`, background: true } },
						{ hang: true },
					],
				},
			],
		},
	});
	const daemon = await startTestDaemon(world.config.dataDirectory, environment);
	const find = (fits: (process: OwnedProcess) => boolean) =>
		eventually(async () => (await list(daemon)).find(fits));

	const hidden = await find((process) => process.command === "sleep 291");
	expect(hidden).toMatchObject({
		run: { id: runId, name: "busy/1" },
		call: { role: "developer", harness: "scripted", loop: 1 },
		stray: false,
	});
	const calls = (await list(daemon)).filter((process) => process.part === "call");
	expect(calls.map((process) => process.command.includes("scripted.mjs"))).toEqual([true]);
	const listening = await find((process) => process.ports.includes(port));
	expect(listening.run?.id).toBe(runId);
	expect(listening.rssBytes).toBeGreaterThan(1_000_000);
	expect(listening.ageMs).toBeLessThan(60_000);

	const all = await list(daemon);
	expect(all.filter((process) => process.part === "runner").map((process) => process.run?.id)).toEqual([
		runId,
	]);
	expect(all.find((process) => process.pid === daemon.pid)?.part).toBe("daemon");
	expect(all.some((process) => process.part === "pages")).toBe(true);

	// a pid that was given to somebody else in between is nobody's to end
	const { pid, startTime } = hidden;
	await expect(ask(daemon, "processes.end", { pid, startTime: `${startTime}0` }, true)).rejects.toThrow(
		/isn't there any more/,
	);
	expect(await ask(daemon, "processes.end", { pid, startTime }, true)).toEqual({ ended: 1 });
	expect((await list(daemon)).some((process) => process.pid === pid)).toBe(false);
	const self = all.find((process) => process.pid === daemon.pid) as OwnedProcess;
	await expect(
		ask(daemon, "processes.end", { pid: self.pid, startTime: self.startTime }, true),
	).rejects.toThrow(/is Fuseline itself/);

	const done = await ask<SweepResult>(daemon, "processes.stopAll", { confirm: "stop all" }, true);
	expect(done).toMatchObject({ stopped: [runId], resting: 0 });
	await eventually(async () => (world.view(runId).status === "ended" ? true : undefined));
	expect(world.view(runId).endCause).toBe("stopped");
	expect(findMarkedCommands(runId)).toEqual([]);
	expect((await list(daemon)).filter((process) => process.run !== null)).toEqual([]);
	expect(await daemon.stop()).toBe(0);
}, 120_000);

test("a start ends what an earlier life left behind, and nothing of anybody else", async () => {
	const runId = await world.queue({
		name: "left",
		protocol: "vanilla",
		scenario: { id: "left", entries: [] },
	});
	world.store.db.prepare("UPDATE Run SET status = 'paused' WHERE id = ?").run(runId);
	const left = spawn("setsid", ["sleep", "292"], {
		env: { PATH: process.env.PATH, FUSELINE_MARKER: `${runId}/before/call` } as unknown as NodeJS.ProcessEnv,
		stdio: "ignore",
	});
	const foreign = spawn("setsid", ["sleep", "293"], {
		env: {
			PATH: process.env.PATH,
			FUSELINE_MARKER: "01ARZ3NDEKTSV4RRFFQ69G5FAV/x/y",
		} as unknown as NodeJS.ProcessEnv,
		stdio: "ignore",
	});
	try {
		await eventually(async () => (findMarkedCommands(`${runId}/before`).length > 0 ? true : undefined));
		const daemon = await startTestDaemon(world.config.dataDirectory, environment);
		expect(findMarkedCommands(`${runId}/before`)).toEqual([]);
		expect(left.exitCode ?? left.signalCode).not.toBeNull();
		expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
		expect((await list(daemon)).some((process) => process.command === "sleep 293")).toBe(false);
		expect(await daemon.stop()).toBe(0);
	} finally {
		left.kill("SIGKILL");
		foreign.kill("SIGKILL");
	}
}, 60_000);
