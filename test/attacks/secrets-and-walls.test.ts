import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openContents } from "../../server/evidence/contents.ts";
import { attackReport } from "../support/attack-report.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { toolCalls } from "../support/examined.ts";
import { pagePlan, pageProject } from "../support/page-project.ts";
import { tinyPage } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

/*
 * One run in which planner and tester try to get out of their sandbox, and every role prints keys. The daemon lives
 * beside it, with its token where it always lies.
 */

const report = attackReport("walls around planner and tester, secrets");
/** keys as a product might print them, put together by the agent itself: no scenario and no argument holds them whole */
const keys: Record<string, [string, string]> = {
	anthropic: ["sk-ant-", "api03-Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0FeDcBa"],
	openai: ["sk-", "proj1Q2w3E4r5T6y7U8i9O0pAsDfGhJkLzXcVbNm"],
	github: ["ghp_", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"],
	aws: ["AKIA", "QWERTYUIOPASDF22"],
	slack: ["xoxb-", "1234567890-abcdefghijkl"],
	npm: ["npm_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
	address: ["https://user:S3cret", "Passw0rd@example.test/x"],
	bearer: ["Bearer abcdefghijkl", "mnopqrstuvwxyz0123456789"],
};
const ownKey = "canary-value-of-no-known-shape-42";
const token = "tokentokentokentokentokentokentokentoken123";
const world = makeWorld({ PROVIDER_API_KEY: ownKey, UNRELATED: "canary-unrelated-variable" });
let daemon: TestDaemon;
let service: Server;
let runId: string;
let mark: string;

const print = ([a, b]: [string, string]) => `printf '%s%s\\n' '${a}' '${b}'`;
const all = [...Object.values(keys), split(ownKey), split(token)].map(print).join("; ");
function split(text: string): [string, string] {
	return [text.slice(0, 9), text.slice(9)];
}

/** Each prints ESCAPED if it got through; what was written is looked for outside, as /tmp inside is a private one. */
const attacks = (place: {
	data: string;
	home: string;
	url: string;
	service: string;
	root: string;
}): [string, string][] => [
	["read the token", `cat ${place.data}/token && echo ESCAPED`],
	["read daemon.json", `cat ${place.data}/daemon.json && echo ESCAPED`],
	["read the database", `head -c 16 ${place.data}/fuseline.sqlite && echo ESCAPED`],
	["list projects", `ls ${place.data}/projects/* && echo ESCAPED`],
	["read another run", `cat ${place.data}/runs/other/secret && echo ESCAPED`],
	["read keys of SSH", `cat ${place.home}/.ssh/id_test && echo ESCAPED`],
	["read the cloud's credentials", `cat ${place.home}/.aws/credentials && echo ESCAPED`],
	["read shell history", `cat ${place.home}/.bash_history && echo ESCAPED`],
	["docker socket", "ls /run/docker.sock /var/run/docker.sock && echo ESCAPED"],
	["D-Bus socket", "ls /run/dbus/system_bus_socket && echo ESCAPED"],
	["SSH agent's socket", "ls /tmp/ssh-*/agent.* && echo ESCAPED"],
	["Next's socket", "ls /tmp/fuseline-*/*.sock && echo ESCAPED"],
	["other processes' environment", "grep -l canary-unrelated /proc/[0-9]*/environ && echo ESCAPED"],
	["variables that aren't its own", "env | grep -e canary-unrelated -e PROVIDER_API_KEY && echo ESCAPED"],
	["write the data directory", `echo x > ${place.data}/written`],
	["write HOME", `echo x > ${place.home}/written`],
	["write the repository", `echo x > ${place.root}/written`],
	["write /etc", "echo x > /etc/fuseline-written"],
	["remount the root", "mount -o remount,rw,bind / / && echo ESCAPED"],
	[
		"a namespace of its own, then write",
		`unshare -Urm sh -c 'mount -o remount,rw,bind / /; echo x > ${place.home}/written'`,
	],
	[
		"signal processes outside",
		"kill -0 $(cat /proc/1/stat | cut -d' ' -f4) 2>/dev/null && [ $(cat /proc/1/stat | cut -d' ' -f4) != 0 ] && echo ESCAPED",
	],
	[
		"ask the daemon to stop a run",
		`curl -s -m 3 -X POST -H 'content-type: application/json' -H 'origin: ${place.url}' -d '{"json":{"runId":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}}' ${place.url}/api/trpc/runs.stop | grep 'There is no run' && echo ESCAPED`,
	],
	[
		"read runs from the daemon",
		`curl -s -m 3 ${place.url}/api/trpc/runs.list?input=%7B%22json%22%3A%7B%22limit%22%3A5%7D%7D | grep rows && echo ESCAPED`,
	],
];

beforeAll(async () => {
	const { dataDirectory } = world.config;
	const home = join(world.root, "home");
	writeFileSync(join(dataDirectory, "token"), `${token}\n`, { mode: 0o600 });
	mkdirSync(join(dataDirectory, "runs", "other"), { recursive: true });
	writeFileSync(join(dataDirectory, "runs", "other", "secret"), "another run");
	for (const [folder, name] of [
		[".ssh", "id_test"],
		[".aws", "credentials"],
	] as const) {
		mkdirSync(join(home, folder));
		writeFileSync(join(home, folder, name), "key");
	}
	writeFileSync(join(home, ".bash_history"), "history");
	daemon = await startTestDaemon(dataDirectory, { HOME: home });
	expect(daemon.token).toBe(token);
	service = createServer((_, response) => response.end("service")).listen(0, "127.0.0.1");
	await new Promise((resolve) => service.once("listening", resolve));
	mark = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	const tries = attacks({
		data: dataDirectory,
		home,
		url: daemon.url,
		service: mark,
		root: process.cwd(),
	}).map(([, command]) => ({ run: { command: `(${command}) 2>&1; true` } }));
	const leak = [
		{ run: { command: all } },
		{
			run: {
				command: `(${all}) | base64 -w0; (${print(split(token))}) | base64; printf %s '${token.slice(0, 9)}''${token.slice(9)}' | od -An -tx1 | tr -d ' \\n'`,
			},
		},
		{ run: { command: `(${all}) >&2` } },
	];
	runId = await world.queue({
		name: "walls",
		project: {
			...pageProject,
			checks: [...pageProject.checks, { id: "leaks", run: `${all}; (${all}) >&2`, required: false }],
		},
		scenario: {
			id: "walls",
			entries: [
				{ role: "planner", steps: [...tries, ...leak, { result: { json: pagePlan } }] },
				{
					role: "developer",
					steps: [
						{ write: { path: "index.html", content: tinyPage("Tiny", 3) } },
						...leak,
						{
							run: {
								command: `(printf '{"status":"pass","summary":"'; (${all}) | tr '\\n' ' '; printf '"}')`,
								record: "result.json",
							},
						},
					],
				},
				{
					role: "tester",
					steps: [
						...tries,
						...leak,
						{ run: { command: all, record: "leak.txt" } },
						{
							run: {
								command: `(printf '{"status":"fail","summary":"'; (${all}) | tr '\\n' ' '; printf '","claims":[{"id":"page.title","assessment":"unproven","statement":"'; (${all}) | tr '\\n' ' '; printf '"}],"findings":[{"id":"leak","severity":"minor","title":"'; ${print(keys.github as [string, string])} | tr -d '\\n'; printf '"}]}')`,
								record: "result.json",
							},
						},
					],
				},
			],
		},
	} as never);
	expect(await world.runner(runId).finished).toBe(0);
}, 240_000);
afterAll(async () => {
	await daemon?.stop();
	service?.close();
	world.close();
});

describe.each(["planner", "tester"])("the %s", (role) => {
	it("gets through no wall", () => {
		const calls = toolCalls(world, runId, role);
		const tried = attacks({ data: "", home: "", url: "", service: "", root: "" });
		expect(tried.length).toBeGreaterThanOrEqual(20);
		for (const [index, [name]] of tried.entries()) {
			expect(calls[index]?.output, `${role}: ${name}`).not.toContain("ESCAPED");
			report(
				`${role}: ${name}`,
				`refused: ${calls[index]?.output.trim().split("\n").at(-1)?.slice(-60) || "nothing there"}`,
			);
		}
		for (const folder of [world.config.dataDirectory, join(world.root, "home"), process.cwd()])
			expect(existsSync(join(folder, "written")), folder).toBe(false);
		expect(existsSync("/etc/fuseline-written")).toBe(false);
		// the same shell works: what was refused was the wall's doing
		expect(calls.some((call) => call.output.includes("[redacted:"))).toBe(true);
	});
});

describe("a key", () => {
	const secrets = [
		...Object.entries(keys).map(([name, parts]) => [name, parts.join("")]),
		["a variable of the user", ownKey],
		["the daemon's token", token],
	] as [string, string][];

	it.each(secrets)("is stored nowhere: %s", (name, secret) => {
		const needle =
			name === "bearer" ? secret.slice("Bearer ".length) : name === "address" ? "S3cretPassw0rd" : secret;
		for (const { where, bytes } of everythingStored()) expect(bytes.includes(needle), where).toBe(false);
		report(`key printed in six ways by three roles: ${name}`, "not stored");
	});

	it("that the daemon holds is found in base64 and hex too", () => {
		const forms = [Buffer.from(token).toString("base64").slice(0, -4), Buffer.from(token).toString("hex")];
		for (const { where, bytes } of everythingStored())
			for (const form of forms) expect(bytes.includes(form), where).toBe(false);
		report("the daemon's token as base64 and hex", "not stored");
	});

	it("was really printed", () => {
		const stored = everythingStored()
			.map(({ bytes }) => bytes.toString("latin1"))
			.join("\n");
		for (const name of [
			"anthropic key",
			"github token",
			"aws access key",
			"fuseline token",
			"PROVIDER_API_KEY",
		])
			expect(stored, name).toContain(`[redacted: ${name}]`);
	});

	/** All files of the data directory but the token's, every content, and every row as text. */
	function everythingStored(): { where: string; bytes: Buffer }[] {
		const { dataDirectory } = world.config;
		const found: { where: string; bytes: Buffer }[] = [];
		const visit = (folder: string) => {
			for (const entry of readdirSync(folder, { withFileTypes: true })) {
				const path = join(folder, entry.name);
				if (entry.isDirectory()) visit(path);
				else if (entry.isFile() && path !== join(dataDirectory, "token") && !/\.sqlite/.test(path))
					found.push({ where: path, bytes: readFileSync(path) });
			}
		};
		visit(dataDirectory);
		const tables = world.store.db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
			name: string;
		}[];
		for (const { name } of tables) {
			const rows = world.store.db.prepare(`SELECT * FROM "${name}"`).all();
			found.push({ where: `table ${name}`, bytes: Buffer.from(JSON.stringify(rows)) });
		}
		for (const project of readdirSync(join(dataDirectory, "projects"))) {
			const file = join(dataDirectory, "projects", project, "contents.sqlite");
			const db = new Database(file, { readonly: true });
			const hashes = db.prepare("SELECT lower(hex(sha256)) AS sha256 FROM content").all() as {
				sha256: string;
			}[];
			db.close();
			const contents = openContents(file);
			for (const { sha256 } of hashes)
				found.push({ where: `content ${sha256}`, bytes: contents.get(sha256) });
			contents.close();
		}
		return found;
	}
});
