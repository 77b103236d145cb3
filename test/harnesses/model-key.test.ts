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
const look = `k="${half[0]}""-${half[1]}"; env | grep -q "$k" && echo "in-""shell"; for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -q "$k" && echo "in-""process $(cat $p/comm)"; done; tr '\\0' '\\n' < /proc/1/environ | grep -q "$k" && echo "in-""first"; tr '\\0' '\\n' < /proc/1/cmdline | grep -q "$k" && echo "in-""line"; echo "look""ed"`;

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
		expect(heard, said.stderr.slice(-2000)).toContain("looked");
		// the wrapper, which everybody in the sandbox can look at, never holds it
		expect(heard).not.toMatch(/in-first|in-line/);
		const seen = /in-shell|in-process [\w.-]+/.exec(heard)?.[0] ?? null;
		expect(seen !== null, `${id}: ${seen}`).toBe(harnesses[id as HarnessId].definition.keyVisibleToAgent);
	});
});
