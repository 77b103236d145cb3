import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { lookVerbs } from "../../server/domain/look.ts";
import { openContents } from "../../server/evidence/contents.ts";
import { contentsFile } from "../../server/evidence/contents-file.ts";
import { readRun } from "../../server/store/run-rows.ts";
import { counterProject, counterScenario } from "../support/counter-project.ts";
import { examined, toolCalls } from "../support/examined.ts";
import { verified } from "../support/page-project.ts";
import { findMarkedCommands } from "../support/processes.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

interface Row {
	ref: string;
	kind: string;
	origin: string;
	passed: number | null;
	title: string;
	observation: string;
	sha256: string | null;
	width: number | null;
	environment: string;
	tree: string;
	invocationId: string;
}

const mediated = (runId: string) =>
	world.store.db
		.prepare(
			`SELECT ExecutionRecord.* FROM ExecutionRecord JOIN Examination ON Examination.id = examinationId
			WHERE runId = ? AND origin = 'mediated' ORDER BY ExecutionRecord.id`,
		)
		.all(runId) as Row[];

/** Folders of sockets that these runners have left. */
const socketFolders = (...runners: { child: { pid?: number } }[]) =>
	readdirSync(tmpdir()).filter((name) =>
		runners.some((runner) => name.startsWith(`fuseline-look-${runner.child.pid}-`)),
	);

/** What any process in the tester's sandbox can find out. */
const socketPath = `$(sed -n "s/^FUSELINE_LOOK_SOCKET='\\([^']*\\)'.*/\\1/p" "$(command -v fuseline-look)")`;
const byMcp = `node ${resolve("test/support/mcp-visit.mjs")} ${resolve(".build/look-mcp.mjs")} ${socketPath}`;

/** Speaks at the socket as any process in the sandbox could: junk first, then valid calls until no more are taken. */
const atTheSocket = `SOCKET=${socketPath} node -e '
const socket = require("net").connect(process.env.SOCKET);
const lines = require("readline").createInterface({ input: socket })[Symbol.asyncIterator]();
const ask = async (text) => { socket.write(text + "\\n"); return JSON.parse((await lines.next()).value); };
(async () => {
	for (const junk of ["junk", JSON.stringify({ verb: "record", ref: "mediated:77", passed: true }), JSON.stringify({ verb: "goto", path: "/", ref: "mediated:77" })])
		console.log("junk", JSON.stringify(await ask(junk)));
	let answer;
	do answer = await ask(JSON.stringify({ verb: "console" })); while (answer.ok);
	console.log("end", answer.text);
	socket.end();
})();'`;

const noEyes = {
	run: {
		command: "env | grep LOOK; ls -d /tmp/fuseline-look-* 2>/dev/null; command -v fuseline-look; true",
	},
};

describe("the tester's browser", () => {
	test("its calls are records of the candidate; what isn't one proves nothing", async () => {
		const testing = [
			{
				look: [
					"goto /",
					"click '#add'",
					`state 'document.querySelector("#count").textContent'`,
					"screenshot after",
					"state",
					"click '#add'",
					"goto http://127.0.0.1:1/",
					"jump",
				],
			},
			{ run: { command: byMcp } },
			{ run: { command: atTheSocket } },
			{
				result: {
					json: {
						status: "pass",
						summary: "used it",
						claims: [
							verified("count.adds", ["mediated:2", "mediated:3"]),
							verified("count.shown", ["mediated:77777"]),
							verified("count.kept", ["mediated:7"]),
						],
					},
				},
			},
		];
		const runId = await world.queue({
			project: counterProject,
			scenario: counterScenario(testing, { planner: [noEyes], developer: [noEyes] }),
		});
		const runner = world.runner(runId);
		expect(await runner.finished).toBe(0);

		const tree = world.view(runId).rows[0]?.candidate?.tree as string;
		const invocation = world.store.db
			.prepare("SELECT id FROM Invocation WHERE runId = ? AND role = 'tester'")
			.get(runId) as { id: string };
		const records = mediated(runId);
		expect(new Set(records.map((row) => row.tree))).toEqual(new Set([tree]));
		expect(new Set(records.map((row) => row.invocationId))).toEqual(new Set([invocation.id]));
		expect(records.slice(0, 7).map((row) => [row.ref, row.kind, row.passed, row.title])).toEqual([
			["mediated:1", "trace", 1, "goto /"],
			["mediated:2", "trace", 1, "click #add"],
			["mediated:3", "runtime_state", null, `state document.querySelector("#count").textContent`],
			["mediated:4", "screenshot", null, "screenshot after"],
			["mediated:5", "runtime_state", null, "state"],
			["mediated:6", "trace", 1, "click #add"],
			["mediated:7", "trace", 0, "goto http://127.0.0.1:1/"],
		]);
		expect(records[2]?.observation).toContain('"1"');
		expect(records[4]?.observation).toMatch(/button "Add one" .*\[ref=e\d+\]/);
		expect(records[5]?.observation).toContain("console error: two is too many");
		expect(JSON.parse(records[5]?.environment as string)).toMatchObject({
			verb: "click",
			argument: "#add",
			viewport: "1280×800",
			consoleErrors: "1",
			sandbox: "bubblewrap",
			url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
			at: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		const contents = openContents(contentsFile(world.config, readRun(world.store, runId).projectId));
		const picture = contents.get(records[3]?.sha256 as string);
		contents.close();
		expect(picture.subarray(1, 4).toString()).toBe("PNG");
		expect(picture.readUInt32BE(16)).toBe(1280);
		expect(records[3]?.width).toBe(1280);

		expect(examined(world, runId, 1).claims).toEqual({
			"count.adds": "verified",
			"count.shown": "unknown_record",
			"count.kept": "record_failed",
		});

		const calls = toolCalls(world, runId, "tester");
		expect(calls.find((call) => call.output.includes("mediated:4"))?.output).toMatch(
			/mediated:4 done: screenshot after: 1280×800 pixels\npage \/, window 1280×800\nconsole: quiet\na copy lies at .*\/outbox\/after\.png/,
		);
		expect(calls.find((call) => call.output.includes("mediated:7"))?.output).toContain(
			"mediated:7 FAILED: goto http://127.0.0.1:1/: only the product itself can be opened",
		);
		expect(calls.find((call) => call.output.includes("jump"))?.output).toMatch(
			/^fuseline-look: no verb "jump"; there are goto, [^\n]*\n$/,
		);
		const socket = calls.find((call) => call.output.includes("junk"))?.output as string;
		expect(socket.match(/"ok":false,"ref":null/g)).toHaveLength(3);
		expect(socket).toContain("end the limit of 500 calls is reached");
		expect(records).toHaveLength(500);
		expect(records.some((row) => row.ref === "mediated:77" && row.passed === 1)).toBe(false);

		const visit = JSON.parse(calls.find((call) => call.output.includes('"tools":'))?.output as string);
		expect(visit.tools.map(([name]: [string]) => name)).toEqual([...lookVerbs]);
		expect(visit.tools[0]).toEqual(["goto", ["path"], "Browser: opens a path of the product."]);
		expect(visit.clicked).toMatchObject({
			isError: false,
			content: [{ type: "text", text: expect.stringMatching(/^mediated:8 done: click role=button/) }],
		});
		expect(visit.picture).toMatchObject({ type: "image", mime: "image/png", png: "PNG" });
		expect(visit.picture.text).toMatch(/^mediated:9 done: screenshot by-mcp/);
		expect(visit.outside).toMatchObject({ isError: true });
		expect(JSON.stringify(visit.wrong)).toContain("width");
		expect(records[8]).toMatchObject({ ref: "mediated:9", kind: "screenshot", width: 1280 });

		for (const role of ["planner", "developer"]) {
			expect(toolCalls(world, runId, role).find((call) => call.name === "shell")?.output, role).toBe("");
		}
		expect(findMarkedCommands(`FUSELINE_MARKER=${runId}`)).toEqual([]);
		expect(socketFolders(runner)).toEqual([]);
	});

	test("a runner killed while its tester looks leaves no browser and no half records; the next one looks again", async () => {
		const testing = [
			{ look: ["goto /", "screenshot one"] },
			{ sleep: { ms: 1500 } },
			{
				result: {
					json: { status: "pass", summary: "", claims: [verified("count.shown", ["mediated:2"])] },
				},
			},
		];
		const runId = await world.queue({ project: counterProject, scenario: counterScenario(testing) });
		const first = world.runner(runId);
		for (let tries = 0; toolCalls(world, runId, "tester").length < 2; tries += 1) {
			if (tries > 2400) throw new Error("the tester never looked");
			await sleep(50);
		}
		expect(findMarkedCommands(`FUSELINE_MARKER=${runId}`).join("\n")).toContain("look-browser.mjs");
		first.child.kill("SIGKILL");
		await first.finished;
		for (let tries = 0; findMarkedCommands(`FUSELINE_MARKER=${runId}`).length > 0; tries += 1) {
			if (tries > 400) throw new Error(findMarkedCommands(`FUSELINE_MARKER=${runId}`).join("\n"));
			await sleep(50);
		}
		expect(mediated(runId)).toEqual([]);

		const second = world.runner(runId);
		expect(await second.finished).toBe(0);
		expect(mediated(runId).map((row) => row.ref)).toEqual(["mediated:1", "mediated:2"]);
		expect(examined(world, runId, 1).claims["count.shown"]).toBe("verified");
		expect(findMarkedCommands(`FUSELINE_MARKER=${runId}`)).toEqual([]);
		expect(socketFolders(first, second)).toEqual([]);
	});
});
