import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type HarnessId, harnesses } from "../../server/harnesses/registry.ts";
import { startModelServer } from "../support/scripted-model-server.mjs";
import { fuseline } from "./cli.ts";
import { homes, testHome } from "./homes.ts";

/*
 * What `doctor` says of the model's key is true: the agent's shell looks for it in its own environment and in that of every
 * process that it can see.
 */

const asked = (process.env.FUSELINE_TEST_HARNESSES ?? "").split(",").filter((id) => id !== "");
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
/** put together in the shell, so that the command itself doesn't hold it */
const half = ["canary", "key42"];
const key = half.join("-");
const look = `k="${half[0]}""-${half[1]}"; say() { echo "key-seen""-42 $1"; }; env | grep -q "$k" && say shell; for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -q "$k" && say "process $(cat $p/comm)"; done; tr '\\0' '\\n' < /proc/1/environ | grep -q "$k" && say first; tr '\\0' '\\n' < /proc/1/cmdline | grep -q "$k" && say line; say nothing-more`;

/** The variable by which a user gives each CLI its key. */
const variables: Record<string, string> = {
	codex: "OPENAI_API_KEY",
	"claude-code": "ANTHROPIC_API_KEY",
	opencode: "OPENAI_API_KEY",
	pi: "OPENAI_API_KEY",
	gemini: "GEMINI_API_KEY",
};

describe.skipIf(asked.length === 0)("the model's key", () => {
	test.each(asked)("%s shows it to its agent as its definition says", async (id) => {
		const base = mkdtempSync(join(tmpdir(), "fuseline-key-"));
		const home = testHome();
		cleanUps.push(() => {
			for (const directory of [base, home]) rmSync(directory, { recursive: true, force: true });
		});
		const [data, project] = ["data", "project"].map((name) => join(base, name)) as [string, string];
		mkdirSync(project);
		writeFileSync(join(project, "spec.md"), "# Nothing\n\n- [one] a file\n");
		writeFileSync(join(project, "fuseline.json"), JSON.stringify({ name: "key" }));
		const turns = [
			{ shell: look },
			{ write: { path: "{{workspace}}/one.txt", content: "one\n" } },
			{ text: "done" },
		];
		const server = await startModelServer({ scenario: { lanes: { developer: { turns } } } });
		cleanUps.push(() => server.close());
		const cli = homes[id] as (typeof homes)[string];
		const environment = {
			PATH: process.env.PATH ?? "/usr/bin:/bin",
			HOME: home,
			FUSELINE_DATA_DIR: data,
			FUSELINE_HARNESS_CACHE: process.env.FUSELINE_HARNESS_CACHE ?? "",
			...cli.prepare(home, server.url),
			[variables[id] as string]: key,
		};
		const role = `developer=${id}:${cli.model("developer")}`;
		const said = await fuseline(
			["run", project, "--protocol", "vanilla", "--loops", "1", "--role", role, "--json"],
			environment,
		);
		const heard = JSON.stringify(server.log());
		expect(heard, said.stderr.slice(-2000)).toContain("key-seen-42 nothing-more");
		// the wrapper, which everybody in the sandbox can look at, never holds it
		expect(heard).not.toMatch(/key-seen-42 (first|line)/);
		const seen = /key-seen-42 (shell|process [a-z.-]+)/.exec(heard)?.[0] ?? null;
		// where its shell doesn't inherit it, it stands in the CLI's process, and `doctor` says that
		const inShell = harnesses[id as HarnessId].definition.keyVisibleToAgent;
		expect(seen, id).toMatch(inShell ? /shell$/ : /process /);
	});
});
