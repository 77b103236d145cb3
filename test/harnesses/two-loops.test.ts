import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startModelServer } from "../support/scripted-model-server.mjs";
import { fuseline } from "./cli.ts";
import { homes, testHome, usedOnce, workOnce } from "./homes.ts";
import { config, scenario, spec } from "./project.ts";

const asked = (process.env.FUSELINE_TEST_HARNESSES ?? "").split(",").filter((id) => id !== "");
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Outcome {
	code: number | null;
	json: Summary;
	stderr: string;
	data: string;
	account: Record<string, Record<string, Record<string, number>>>;
	/** requests to the model by role: they hold what the tools gave back */
	heard(role: string): string;
}
/** The part of design §9's object that is looked at here. */
interface Summary {
	run: { status: string; endCause: string; loops: number };
	candidates: {
		id: string;
		tree: string;
		developerStatus: string;
		verdict: { status: string; integrity: string; contract: string };
		claims: { verified: number; gap: number };
	}[];
	tokens: Record<string, unknown>;
}

/** A two-loop run in a data directory and HOME of its own. `players`: which CLI plays which role. */
async function twoLoops(players: Record<string, string>): Promise<Outcome> {
	const base = mkdtempSync(join(tmpdir(), "fuseline-harness-"));
	const home = testHome();
	cleanUps.push(() => {
		for (const directory of [base, home]) rmSync(directory, { recursive: true, force: true });
	});
	const [data, project] = ["data", "project"].map((name) => join(base, name)) as [string, string];
	mkdirSync(project);
	writeFileSync(join(project, "spec.md"), spec);
	writeFileSync(join(project, "fuseline.json"), JSON.stringify(config, null, "\t"));
	const server = await startModelServer({ scenario: scenario(data) });
	cleanUps.push(() => server.close());
	const environment: Record<string, string> = {
		PATH: process.env.PATH ?? "/usr/bin:/bin",
		HOME: home,
		FUSELINE_DATA_DIR: data,
		FUSELINE_HARNESS_CACHE: process.env.FUSELINE_HARNESS_CACHE ?? "",
	};
	// as those of most people: the CLIs have been at work in it
	for (const id of new Set(Object.values(players))) {
		const other = await startModelServer({ scenario: usedOnce });
		await workOnce(id, home, { ...environment, ...homes[id]?.prepare(home, other.url) });
		await other.close();
	}
	const roleFlags: string[] = [];
	for (const [role, id] of Object.entries(players)) {
		const cli = homes[id];
		if (!cli) throw new Error(`no home for ${id}`);
		Object.assign(environment, cli.prepare(home, server.url));
		roleFlags.push("--role", `${role}=${id}:${cli.model(role)}`);
	}
	const before = filesBelow(home);
	const { code, stdout, stderr } = await fuseline(
		["run", project, "--protocol", "hoh", "--loops", "2", ...roleFlags, "--json"],
		environment,
	);
	if (stdout.trim() === "")
		throw new Error(`fuseline run printed nothing, exit ${code}:\n${stderr.slice(-3000)}`);
	// no session, cache or log: what a user's HOME holds is the user's
	expect(filesBelow(home)).toEqual(before);
	const json = JSON.parse(stdout) as Summary;
	const last = json.candidates.at(-1);
	if (last) {
		const exported = join(base, "exported");
		await fuseline(["export", last.id, exported], environment);
		checkNotes(exported);
	}
	const heard = (role: string) =>
		JSON.stringify(server.log().filter(({ lane }: { lane: string }) => lane === role));
	return { code, json, stderr, data, account: server.account(), heard };
}

function filesBelow(directory: string): string[] {
	return readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => !entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

function checkNotes(directory: string) {
	expect(readFileSync(join(directory, "notes/one.txt"), "utf8")).toBe("one\n");
	expect(readFileSync(join(directory, "notes/two.txt"), "utf8")).toBe("two\n");
	expect(readdirSync(directory).filter((name) => name.includes("was-here"))).toEqual([]);
}

function expectGoodRun({ code, json, data, account, stderr, heard }: Outcome) {
	expect(code, stderr).toBe(0);
	expect(json.run).toMatchObject({ status: "ended", endCause: "completed", loops: 2 });
	expect(json.candidates).toHaveLength(2);
	expect(new Set(json.candidates.map((candidate) => candidate.tree)).size).toBe(2);
	for (const candidate of json.candidates) {
		expect(candidate.developerStatus).toBe("pass");
	}
	// the tester of loop 1 wrote into its own copy only; that the candidate stayed as it was is what counts
	expect(json.candidates[1]?.verdict).toMatchObject({ status: "pass", integrity: "clean" });
	expect(json.candidates[1]?.claims).toMatchObject({ verified: 2, gap: 0 });
	// they did try, and the operating system refused
	expect(heard("planner")).toMatch(/planner-was-here\.txt[^\w]{1,5}Read-only file system/);
	expect(heard("tester")).toMatch(/usr\/tester-was-here\.txt[^\w]{1,5}Read-only file system/);
	for (const mark of ["planner-was-here", "tester-was-here"]) {
		expect(existsSync(join(data, `${mark}.txt`)), mark).toBe(false);
		expect(existsSync(`/usr/${mark}.txt`), mark).toBe(false);
	}
	expect(readFileSync(join(data, "fuseline.sqlite")).includes("was-here\n")).toBe(false);

	const sum = (bucket: string) =>
		Object.values(account).reduce((total, lane) => total + (lane.main?.[bucket] ?? 0), 0);
	for (const bucket of ["input", "cacheRead", "cacheWrite", "output"]) {
		expect(json.tokens[bucket], `tokens: ${bucket}`).toBe(sum(bucket));
	}
	expect(json.tokens.origin).toBe("reported");
	expect(Object.keys(account).sort()).toEqual(["developer", "planner", "tester"]);
}

describe.skipIf(asked.length === 0)("two loops on the real CLIs", () => {
	test.each(asked)("%s plays all three roles", async (id) => {
		expectGoodRun(await twoLoops({ planner: id, developer: id, tester: id }));
	});

	test.skipIf(asked.length < 3)("a mixed run", async () => {
		const [planner, developer, tester] = ["pi", "codex", "claude-code"].map((id, index) =>
			asked.includes(id) ? id : (asked[index] as string),
		) as [string, string, string];
		expectGoodRun(await twoLoops({ planner, developer, tester }));
	});
});
