import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fuseline } from "../support/command-line.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

interface Summary {
	run: { id: string; status: string; endCause: string };
	candidates: {
		id: string;
		loop: number;
		tree: string;
		developerStatus: string;
		verdict: { status: string; integrity: string; contract: string };
		screenshots: number;
		screenshotFiles: { probe: string; sha256: string; width: number; path: string }[];
		tokens: { input: number | null; output: number | null; origin: string };
	}[];
	issues: { total: number; closed: number; reopened: number };
}

const folder = temporaryFolder("demo");
const accepted = { status: "pass", integrity: "clean", contract: "aligned" };
/** Same bytes on every machine and at every time: nothing in a candidate may depend on where or when it was built. */
const trees = ["afebb051bf77", "b32373348ff9", "da9c969c4d7c", "23152c3acb1d", "f31d767cc68a"];

function pngWidth(path: string): number {
	const bytes = readFileSync(path);
	expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
	return bytes.readUInt32BE(16);
}

test("npm run demo -- --json: builds, is blocked, repairs, regresses and recovers, with pictures of all of it", async () => {
	const said = await fuseline(join(folder, "data"), "demo", "--json", "--no-open");
	expect(said.code, said.stderr).toBe(0);
	const summary = JSON.parse(said.stdout) as Summary;
	const { candidates, issues } = summary;
	expect(summary.run).toMatchObject({ status: "ended", endCause: "completed" });
	expect(candidates.map((candidate) => candidate.tree.slice(0, 12))).toEqual(trees);
	expect(
		candidates.some(
			({ developerStatus, verdict }) => developerStatus === "pass" && verdict.status === "fail",
		),
	).toBe(true);
	expect(issues.reopened).toBeGreaterThanOrEqual(1);
	expect(candidates.at(-1)?.verdict).toEqual(accepted);
	for (const candidate of candidates) {
		expect(new Set(candidate.screenshotFiles.map((file) => file.sha256)).size).toBeGreaterThanOrEqual(3);
		for (const file of candidate.screenshotFiles) {
			expect(file.width).toBeGreaterThanOrEqual(1000);
			expect(pngWidth(file.path)).toBe(file.width);
		}
		expect(candidate.tokens.origin).toBe("simulated");
		expect(candidate.tokens.input).not.toBeNull();
	}
});

test("fuseline run on a folder with only a spec: criteria, server, checks and probes come from the planner", async () => {
	const project = join(folder, "only-spec");
	mkdirSync(project);
	const root = join(import.meta.dirname, "../..");
	writeFileSync(join(project, "spec.md"), readFileSync(join(root, "server/demo/tally/project/spec.md")));
	const said = await fuseline(
		join(folder, "data"),
		...["run", project, "--harness", "scripted", "--model", "tally", "--loops", "2", "--json"],
	);
	expect(said.code, said.stderr).toBe(0);
	const { candidates } = JSON.parse(said.stdout) as Summary;
	expect(candidates).toHaveLength(2);
	expect(candidates.at(-1)?.verdict).toEqual(accepted);
	for (const candidate of candidates) expect(candidate.screenshots).toBeGreaterThanOrEqual(1);
});
