import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attackReport } from "../support/attack-report.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { listeningOf, processTree, unixSocketsOf } from "../support/process-sockets.ts";
import { rawRequest, sendRaw } from "../support/raw-request.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

/* What costs the machine, what listens, and where the token could be read. Linux only: all of it is read from /proc. */

const folder = temporaryFolder("resources");
const report = attackReport("resources, sockets and the token");
const data = join(folder, "data");
const home = join(folder, "home");
const root = join(import.meta.dirname, "../..");
let daemon: TestDaemon;

beforeAll(async () => {
	mkdirSync(home);
	daemon = await startTestDaemon(data, { HOME: home, FUSELINE_CANARY: "canary-of-the-environment" });
	// pages, API and a refusal have been asked for, so that everything that writes a log has written
	for (const target of ["/", `/settings?x=${"y".repeat(50)}`, "/nothing"]) {
		await sendRaw(
			daemon.port,
			rawRequest({ target, headers: [["Host", `127.0.0.1:${daemon.port}`]] }),
			20_000,
		);
	}
});
afterAll(async () => {
	await daemon?.stop();
});

const memoryMb = () =>
	Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.pid}/status`, "utf8"))?.[1]) / 1024;

const headers = (more: [string, string][] = []): [string, string][] => [
	["Host", `127.0.0.1:${daemon.port}`],
	["Authorization", `Bearer ${daemon.token}`],
	["Origin", daemon.url],
	["Content-Type", "application/json"],
	...more,
];
const target = "/api/trpc/runs.list";

describe("a body of 100 MB", () => {
	it("is refused before it is sent, where its length is said", async () => {
		const started = performance.now();
		const answer = await sendRaw(
			daemon.port,
			rawRequest({ method: "POST", target, headers: headers([["Content-Length", "104857600"]]), body: "{" }),
		);
		expect(answer.status).toBe(413);
		expect(performance.now() - started).toBeLessThan(1500);
		report("100 MB with a length", "refused: 413, before a byte of it was read");
	});

	it.each([
		["in chunks, with the token", headers, [413, 400, 0]],
		["in chunks, by a stranger", () => headers().filter(([name]) => name !== "Authorization"), [401, 0]],
	] as const)("is refused %s, and never held in memory", async (name, make, statuses) => {
		const before = memoryMb();
		const socket = connect(daemon.port, "127.0.0.1");
		let answer = "";
		socket.on("data", (chunk) => {
			answer += String(chunk);
		});
		socket.on("error", () => {});
		await once(socket, "connect");
		const all = [...make(), ["Transfer-Encoding", "chunked"] as [string, string]];
		socket.write(rawRequest({ method: "POST", target, headers: all }));
		const piece = `100000\r\n${" ".repeat(1024 * 1024)}\r\n`;
		let highest = before;
		let sent = 0;
		for (; sent < 100 && !socket.destroyed; sent += 1) {
			if (!socket.write(piece)) await Promise.race([once(socket, "drain").catch(() => {}), sleep(500)]);
			highest = Math.max(highest, memoryMb());
			if (/^HTTP\/1\.1 \d/.test(answer) && sent > 20) break;
		}
		socket.destroy();
		expect(statuses).toContain(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
		expect(highest - before).toBeLessThan(80);
		report(`100 MB ${name}`, `refused after ${sent} MB, ${Math.round(highest - before)} MB of memory`);
	});
});

describe("slow requests", () => {
	it("are cut off, and everybody else is served meanwhile", async () => {
		const slow: Socket[] = [];
		const closed: Promise<unknown>[] = [];
		for (let index = 0; index < 200; index += 1) {
			const port = index % 2 === 0 ? daemon.port : daemon.artifactPort;
			const socket = connect(port, "127.0.0.1");
			socket.on("error", () => {});
			socket.resume();
			socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${daemon.port}\r\nX-${index}: a`);
			slow.push(socket);
			closed.push(once(socket, "close"));
		}
		const drip = setInterval(() => {
			for (const socket of slow) if (!socket.destroyed) socket.write("a");
		}, 500);
		const started = performance.now();
		const answer = await sendRaw(daemon.port, rawRequest({ target: "/health", headers: headers() }));
		expect(answer.status).toBe(200);
		expect(performance.now() - started).toBeLessThan(1500);
		await Promise.all(closed);
		clearInterval(drip);
		const seconds = (performance.now() - started) / 1000;
		expect(seconds).toBeLessThan(20);
		report(
			"200 connections that send a byte each half second",
			`refused: cut off after ${seconds.toFixed(0)} s`,
		);
	}, 40_000);
});

describe("what listens", () => {
	const exactly = (one: { port: number; artifactPort: number }) =>
		[`127.0.0.1:${one.port}`, `127.0.0.1:${one.artifactPort}`].sort();

	it("is two ports of this machine in every way of starting", async () => {
		expect(listeningOf(daemon.pid)).toEqual(exactly(daemon));
		report("listener beyond the two ports: daemon", "none");
		for (const [name, words, environment] of [
			["start", ["start", "--no-open", "--port", "0"], {}],
			["start --host localhost", ["start", "--no-open", "--port", "0", "--host", "localhost"], {}],
			["start with hot reload", ["start", "--no-open", "--port", "0"], { FUSELINE_DEVELOPMENT: "1" }],
		] as const) {
			const own = join(folder, name.replaceAll(" ", "-"));
			const child = spawn(process.execPath, [join(root, ".build", "cli.mjs"), ...words], {
				cwd: root,
				env: { PATH: process.env.PATH, HOME: home, FUSELINE_DATA_DIR: own, ...environment } as never,
				stdio: "ignore",
			});
			const exited = once(child, "exit");
			const said = await waitFor(() => JSON.parse(readFileSync(join(own, "daemon.json"), "utf8")));
			// also while the pages' process starts, which with hot reload takes its time
			for (const until = Date.now() + 10_000; Date.now() < until; await sleep(100)) {
				expect(listeningOf(said.pid), name).toEqual(exactly(said));
				if (unixSocketsOf(said.pid).length > 0) break;
			}
			child.kill("SIGTERM");
			await exited;
			report(`listener beyond the two ports: ${name}`, "none");
		}
	}, 60_000);

	it("can't be told to listen for the network", async () => {
		const child = spawn(
			process.execPath,
			[join(root, ".build", "cli.mjs"), "start", "--no-open", "--host", "0.0.0.0"],
			{
				cwd: root,
				env: { PATH: process.env.PATH, HOME: home, FUSELINE_DATA_DIR: join(folder, "wide") } as never,
				stdio: "ignore",
			},
		);
		expect((await once(child, "exit"))[0]).toBe(2);
		report("start --host 0.0.0.0", "refused: exit 2");
	});

	it("is a socket file for its owner alone between door and pages", () => {
		const files = unixSocketsOf(daemon.pid);
		expect(files.length).toBeGreaterThan(0);
		for (const file of files) {
			expect(statSync(file).mode & 0o777, file).toBe(0o600);
			expect(statSync(join(file, "..")).mode & 0o077, file).toBe(0);
		}
		report("another user at the pages' socket", "refused: mode 0600 in a folder of mode 0700");
	});
});

describe("the token", () => {
	it("stands in no command line and no environment of the daemon and its children", () => {
		for (const pid of processTree(daemon.pid)) {
			for (const name of ["cmdline", "environ"]) {
				expect(readFileSync(`/proc/${pid}/${name}`, "latin1"), `${pid} ${name}`).not.toContain(daemon.token);
			}
		}
		report("token in `ps` or /proc of the daemon's tree", "not there");
	});

	it("stands in one file of its data only", () => {
		const holders = filesBelow(data).filter((file) => readFileSync(file, "latin1").includes(daemon.token));
		expect(holders.map((file) => file.slice(data.length + 1))).toEqual(["token"]);
		report("token in daemon.json, logs or the database", "not there");
	});

	it("comes back in no answer, no redirect and no error", async () => {
		for (const [path, more] of [
			["/", []],
			[`/?token=${daemon.token}`, []],
			["/api/trpc/none", []],
			[`${target}?input=${daemon.token.slice(0, 5)}`, []],
		] as [string, [string, string][]][]) {
			const answer = await sendRaw(daemon.port, rawRequest({ target: path, headers: headers(more) }), 20_000);
			const said = `${answer.head}${answer.body}`;
			// a page may repeat the address that it was asked for, and that is the asker's own
			if (!path.includes(daemon.token)) expect(said).not.toContain(daemon.token);
			expect(answer.head).toMatch(/referrer-policy: no-referrer/i);
		}
		report("token in pages, errors or a Referer", "not there; no Referer is sent");
	});
});

function filesBelow(directory: string): string[] {
	return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
		const path = join(directory, entry.name);
		return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
	});
}

async function waitFor<T>(look: () => T | null): Promise<T> {
	for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
		try {
			const found = look();
			if (found !== null) return found;
		} catch {
			// not there yet
		}
	}
	throw new Error("it didn't come");
}
