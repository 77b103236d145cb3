import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, test } from "vitest";
import { counterProject, counterScenario } from "../support/counter-project.ts";
import { startModelServer } from "../support/scripted-model-server.mjs";
import { homes, testHome } from "./homes.ts";

const root = resolve(import.meta.dirname, "../..");
const asked = (process.env.FUSELINE_TEST_HARNESSES ?? "").split(",").filter((id) => id !== "");
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const count = 'document.querySelector("#count").textContent';
/** What the tester's model does, one request each: by the tools as the CLI names them, or by the command. */
const calls = [
	{ verb: "goto", input: { path: "/" }, words: "goto /" },
	{ verb: "click", input: { selector: "#add" }, words: "click '#add'" },
	{ verb: "state", input: { expression: count }, words: `state '${count}'` },
	{ verb: "screenshot", input: { name: "after" }, words: "screenshot after" },
];
const toolNames: Record<string, (verb: string) => string> = {
	codex: (verb) => `mcp__look/${verb}`,
	"claude-code": (verb) => `mcp__look__${verb}`,
};

const report = {
	status: "pass",
	summary: "used it",
	claims: ["count.adds", "count.shown", "count.kept"].map((id, index) => ({
		id,
		statement: id,
		scope: "",
		method: "the browser",
		observed: "as demanded",
		impact: "",
		limitation: "",
		assessment: "verified",
		records: [["mediated:2", "mediated:3"], ["mediated:4"], ["mediated:50"]][index],
	})),
	findings: [],
	issues: [],
};

interface Row {
	ref: string;
	kind: string;
	passed: number | null;
	title: string;
	observation: string;
	width: number | null;
	tree: string;
	role: string;
	harness: string;
}

/** One loop in which the given CLI is the tester; planner and developer play a scenario. */
async function oneLoop(id: string) {
	const base = mkdtempSync(join(tmpdir(), "fuseline-look-test-"));
	const home = testHome();
	cleanUps.push(() => {
		for (const directory of [base, home]) rmSync(directory, { recursive: true, force: true });
	});
	const [data, project] = ["data", "project"].map((name) => join(base, name)) as [string, string];
	mkdirSync(project);
	writeFileSync(join(project, "spec.md"), "# Counter\n\nA button that counts.\n");
	writeFileSync(join(project, "fuseline.json"), JSON.stringify(counterProject));
	writeFileSync(join(base, "others.json"), JSON.stringify(counterScenario([])));
	const named = toolNames[id];
	const turns = [
		...calls.map(({ verb, input, words }) =>
			named ? { tool: named(verb), input } : { shell: `fuseline-look ${words}` },
		),
		{ json: report },
	];
	const server = await startModelServer({ scenario: { lanes: { tester: { turns } } } });
	cleanUps.push(() => server.close());
	const cli = homes[id];
	if (!cli) throw new Error(`no home for ${id}`);
	const others = `scripted:${join(base, "others.json")}`;
	const roles = [`planner=${others}`, `developer=${others}`, `tester=${id}:${cli.model("tester")}`];
	const child = spawn(
		process.execPath,
		[
			join(root, ".build", "cli.mjs"),
			...["run", project, "--protocol", "hoh", "--loops", "1", "--json"],
			...roles.flatMap((role) => ["--role", role]),
		],
		{
			cwd: root,
			stdio: ["ignore", "ignore", "pipe"],
			env: {
				PATH: process.env.PATH ?? "/usr/bin:/bin",
				HOME: home,
				FUSELINE_DATA_DIR: data,
				FUSELINE_HARNESS_CACHE: process.env.FUSELINE_HARNESS_CACHE ?? "",
				...cli.prepare(home, server.url),
			} as unknown as NodeJS.ProcessEnv,
		},
	);
	let stderr = "";
	child.stderr.on("data", (chunk) => (stderr += chunk));
	const code = await new Promise((done) => child.on("close", done));
	const database = new Database(join(data, "fuseline.sqlite"), { readonly: true });
	cleanUps.push(() => database.close());
	const rows = database
		.prepare(
			`SELECT ExecutionRecord.*, Invocation.role, Invocation.harness FROM ExecutionRecord
			JOIN Invocation ON Invocation.id = invocationId WHERE origin = 'mediated' ORDER BY ExecutionRecord.id`,
		)
		.all() as Row[];
	const tree = (database.prepare("SELECT tree FROM Candidate").get() as { tree: string } | undefined)?.tree;
	const claims = database
		.prepare("SELECT claimId, verdict FROM Claim JOIN Assessment ON claimRow = Claim.id ORDER BY position")
		.all() as { claimId: string; verdict: string }[];
	return { code, stderr, rows, tree, claims, heard: JSON.stringify(server.log()) };
}

describe.skipIf(asked.length === 0)("a tester's browser on the real CLIs", () => {
	test.each(asked.filter((id) => id !== "gemini"))(
		"%s clicks and takes pictures of the candidate",
		async (id) => {
			const { code, stderr, rows, tree, claims, heard } = await oneLoop(id);
			expect(code, stderr).toBe(0);
			expect(
				rows.map((row) => [row.ref, row.kind, row.passed, row.title]),
				heard.slice(-3000),
			).toEqual([
				["mediated:1", "trace", 1, "goto /"],
				["mediated:2", "trace", 1, "click #add"],
				["mediated:3", "runtime_state", null, `state ${count}`],
				["mediated:4", "screenshot", null, "screenshot after"],
			]);
			for (const row of rows) expect(row).toMatchObject({ tree, role: "tester", harness: id });
			expect(rows[2]?.observation).toContain('"1"');
			expect(rows[3]?.width).toBe(1280);
			// the answer reached the model, by whichever way
			expect(heard).toContain("mediated:4 done: screenshot after");
			expect(claims).toEqual([
				{ claimId: "count.adds", verdict: "verified" },
				{ claimId: "count.shown", verdict: "verified" },
				{ claimId: "count.kept", verdict: "gap" },
			]);
		},
	);
});
