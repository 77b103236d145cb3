import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { launchDaemon, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { listeningOf, parentOf, processTree } from "../support/process-sockets.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const root = temporaryFolder("door");
const tempFolder = (name: string) => mkdtempSync(join(root, name));
const dataDirectory = tempFolder("data-");
let daemon: TestDaemon;

beforeAll(async () => {
	daemon = await startTestDaemon(dataDirectory);
});
afterAll(async () => {
	await daemon?.stop();
});

interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: string;
}

/** Raw, so that headers go out which no fetch would send. */
function ask(
	path: string,
	options: { method?: string; headers?: Record<string, string>; body?: string; port?: number } = {},
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const asked = request(
			{
				host: "127.0.0.1",
				port: options.port ?? daemon.port,
				path,
				method: options.method ?? "GET",
				headers: options.headers,
				agent: false,
			},
			(response) => {
				let body = "";
				response.on("data", (chunk) => {
					body += String(chunk);
				});
				response.on("end", () =>
					resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
				);
			},
		);
		asked.on("error", reject);
		asked.end(options.body);
	});
}

const list = `/api/trpc/runs.list?input=${encodeURIComponent(JSON.stringify({ json: { limit: 5 } }))}`;
const bearer = () => ({ authorization: `Bearer ${daemon.token}` });
const stopRun = JSON.stringify({ json: { runId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" } });
const mutate = (headers: Record<string, string>, body = stopRun) =>
	ask("/api/trpc/runs.stop", {
		method: "POST",
		headers: { ...bearer(), origin: daemon.url, "content-type": "application/json", ...headers },
		body,
	});

describe("what listens", () => {
	it.runIf(process.platform === "linux")(
		"is two ports of this machine, in the daemon and all its children",
		() => {
			expect(listeningOf(daemon.pid)).toEqual(
				[`127.0.0.1:${daemon.port}`, `127.0.0.1:${daemon.artifactPort}`].sort(),
			);
		},
	);

	it("keeps its secrets for their owner", () => {
		for (const name of ["token", "daemon.json", "daemon.lock", "fuseline.sqlite"]) {
			expect(statSync(join(dataDirectory, name)).mode & 0o077, name).toBe(0);
		}
		expect(statSync(dataDirectory).mode & 0o077).toBe(0);
	});
});

describe("the API", () => {
	it("answers with the token", async () => {
		const answer = await ask(list, { headers: bearer() });
		expect(answer.status, answer.body).toBe(200);
		expect(JSON.parse(answer.body).result.data.json.rows).toEqual([]);
		expect(answer.headers["x-content-type-options"]).toBe("nosniff");
		expect(answer.headers["set-cookie"]).toBeUndefined();
		expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
	});

	it("takes a mutation of its own page and says what is wrong with it", async () => {
		const answer = await mutate({});
		expect(answer.status, answer.body).toBe(404);
		expect(answer.body).toContain("There is no run");
	});

	it.each<[string, number, () => Promise<Answer>]>([
		["no token", 401, () => ask(list)],
		["a wrong token", 401, () => ask(list, { headers: { authorization: "Bearer x" } })],
		["a token in the address", 401, () => ask(`${list}&token=${daemon.token}`)],
		[
			"a foreign host",
			421,
			() => ask(list, { headers: { ...bearer(), host: `evil.example:${daemon.port}` } }),
		],
		["a foreign origin", 403, () => ask(list, { headers: { ...bearer(), origin: "http://evil.example" } })],
		[
			"a request that a foreign page made",
			403,
			() => ask(list, { headers: { ...bearer(), "sec-fetch-site": "cross-site" } }),
		],
		["a mutation of a foreign page", 403, () => mutate({ origin: "http://evil.example" })],
		[
			"a mutation of the second site",
			403,
			() => mutate({ origin: `http://localhost:${daemon.artifactPort}` }),
		],
		["a mutation as a form sends it", 415, () => mutate({ "content-type": "text/plain" })],
		["a body of 10 MB", 413, () => mutate({}, JSON.stringify({ json: { text: "x".repeat(10_000_000) } }))],
		[
			"the API on the second port",
			404,
			() =>
				ask(list, {
					port: daemon.artifactPort,
					headers: { ...bearer(), host: `localhost:${daemon.artifactPort}` },
				}),
		],
	])("refuses %s", async (_, status, knock) => {
		expect((await knock()).status).toBe(status);
	});

	it("refuses a mutation without an origin", async () => {
		const answer = await ask("/api/trpc/runs.stop", {
			method: "POST",
			headers: { ...bearer(), "content-type": "application/json" },
			body: stopRun,
		});
		expect(answer.status).toBe(403);
	});
});

describe("the socket", () => {
	it("streams to its own page with the token", async () => {
		expect(await subscribe({ origin: daemon.url }, daemon.token)).toContain('"type":"started"');
	});

	it("gives nothing without the token", async () => {
		const answer = await subscribe({ origin: daemon.url }, "wrong");
		expect(answer).toContain("UNAUTHORIZED");
		expect(answer).not.toContain("started");
	});

	it.each([
		["of a foreign page", { origin: "http://evil.example" }],
		["without an origin", {}],
		["of the second site", { origin: "http://localhost:1" }],
		["under a foreign name", { origin: "http://127.0.0.1", host: "evil.example" }],
	])("is refused %s", async (_, headers) => {
		await expect(subscribe(headers, daemon.token)).rejects.toThrow(/Unexpected server response: 4(03|21)/);
	});
});

describe("addresses without a header", () => {
	it.each([
		["unsigned", "/contents/01ARZ3NDEKTSV4RRFFQ69G5FAV/".concat("0".repeat(64), "?type=image/png")],
		[
			"signed by somebody else",
			"/contents/01ARZ3NDEKTSV4RRFFQ69G5FAV/".concat("0".repeat(64), `?type=image/png&sig=${"a".repeat(43)}`),
		],
		["a download", "/candidates/01ARZ3NDEKTSV4RRFFQ69G5FAV/download"],
	])("are refused %s", async (_, path) => {
		expect((await ask(path)).status).toBe(403);
		const host = `localhost:${daemon.artifactPort}`;
		expect((await ask(path, { port: daemon.artifactPort, headers: { host } })).status).toBe(403);
	});
});

describe("starting", () => {
	it("refuses a second daemon for the same data in one line", async () => {
		const { exited, output } = launchDaemon(dataDirectory);
		expect(await exited).toBe(1);
		expect(output()).toMatch(
			/^fuseline: Fuseline is running already for .*: open http:\/\/127\.0\.0\.1:\d+, .*\n$/,
		);
	});

	it("says in one line that a port is in use and how to take another", async () => {
		const blocker: Server = createServer();
		const port = await new Promise<number>((resolve) =>
			blocker.listen(0, "127.0.0.1", () => resolve((blocker.address() as { port: number }).port)),
		);
		const { exited, output } = launchDaemon(tempFolder("fuseline-port-"), { FUSELINE_PORT: String(port) });
		expect(await exited).toBe(1);
		expect(output()).toMatch(
			new RegExp(`^fuseline: Port ${port} is in use by another program: .*--port.*\\n$`),
		);
		blocker.close();
	});

	it("says in one line that the data directory can't be written", async () => {
		const file = join(tempFolder("fuseline-file-"), "file");
		writeFileSync(file, "");
		const { exited, output } = launchDaemon(join(file, "data"));
		expect(await exited).toBe(1);
		expect(output()).toMatch(/^fuseline: The data directory .* can't be written .*FUSELINE_DATA_DIR.*\n$/);
	});

	it("names a setting that is wrong", async () => {
		const { exited, output } = launchDaemon(tempFolder("fuseline-setting-"), { FUSELINE_PORT: "many" });
		expect(await exited).toBe(2);
		expect(output()).toBe("fuseline: FUSELINE_PORT: not a port number. Mend or unset that variable.\n");
	});

	it("leaves no file that says it runs, no child and no listener behind, and keeps its token", async () => {
		const own = tempFolder("fuseline-own-");
		const first = await startTestDaemon(own);
		const children = processTree(first.pid);
		expect(await first.stop()).toBe(0);
		expect(readdirSync(own)).not.toContain("daemon.json");
		expect(children.filter((pid) => isThere(pid))).toEqual([]);
		await expect(knock(first.port)).rejects.toThrow();
		const second = await startTestDaemon(own);
		expect(second.token).toBe(first.token);
		await second.kill();
		const third = await startTestDaemon(own);
		expect(await third.stop()).toBe(0);
	});
});

/** Opens a socket as pages do and gives back the first answer to a subscription. */
function subscribe(headers: Record<string, string>, token: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}/api/trpc?connectionParams=1`, { headers });
		socket.on("open", () => {
			socket.send(JSON.stringify({ method: "connectionParams", data: { token } }));
			socket.send(
				JSON.stringify({
					id: 1,
					method: "subscription",
					params: { path: "feed.watch", input: { json: {} } },
				}),
			);
		});
		socket.on("message", (data) => {
			resolve(String(data));
			socket.close();
		});
		socket.on("error", reject);
	});
}

function knock(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => {
			socket.destroy();
			resolve();
		});
		socket.on("error", reject);
	});
}

function isThere(pid: number): boolean {
	return parentOf(pid) !== null;
}
