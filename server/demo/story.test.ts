import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assess } from "../domain/assess.ts";
import type { AssessOutput, PreservedClaim } from "../domain/assess-types.ts";
import { developerReportSchema } from "../domain/developer-report.ts";
import { developmentDocumentSchema } from "../domain/development-document.ts";
import type { ExecutionRecord } from "../domain/evidence.ts";
import type { Issue } from "../domain/ledger.ts";
import { applyFixClaims } from "../domain/ledger-rules.ts";
import { applyDrops } from "../domain/preservation.ts";
import { type Phase, type Probe, projectConfigSchema, proposalSchema } from "../domain/project-config.ts";
import { deriveReport } from "../harnesses/scripted/derive.ts";
import { parseScenario, type Scenario, type ScenarioStep } from "../harnesses/scripted/scenario.ts";
import { demos } from "./catalogue.ts";
import { proposal } from "./tally/proposal.ts";

/*
 * What the rules make of the demos' plans and reports, given what probes show in each loop (that they really show it is
 * tried with a browser in test/integration/demo-project.test.ts).
 */

const tree = "a".repeat(64);

/** Probe → name of the value by which it fails; all others pass. */
type Failures = Record<string, string>;

interface Setting {
	id: string;
	phases: Phase[];
	checks: { id: string; required: boolean }[];
	probes: Probe[];
	changed: string[];
}

function play(setting: Setting, loops: Failures[]): AssessOutput[] {
	const scenario = parseScenario(demos[setting.id]?.scenario);
	let ledger: Issue[] = [];
	let preserved: PreservedClaim[] = [];
	return loops.map((failures, index) => {
		const loop = index + 1;
		const plan = developmentDocumentSchema.parse(answer(scenario, "planner", loop).json);
		const report = developerReportSchema.parse(answer(scenario, "developer", loop).json);
		ledger = applyFixClaims(ledger, report.fixed, loop).issues;
		preserved = applyDrops(preserved, plan).preserved;
		const records = recordsOf(setting, failures);
		const { derive } = answer(scenario, "tester", loop);
		if (derive === undefined) throw new Error("the tester's report isn't derived");
		const acceptance = [...new Set([...plan.acceptance, ...plan.constraints])];
		const issues = ledger.map(({ key, claim, status, title }) => ({ key, claim, status, title }));
		const output = assess({
			loop,
			tree,
			testerBound: true,
			report: deriveReport(derive, { acceptance, preserved, issues, records }),
			integrity: { treeBefore: tree, treeAfter: tree, changes: [], sandbox: "enforced" },
			records,
			candidateContents: new Set(),
			earlierContents: new Set(),
			earlierLabels: [],
			plan,
			phases: setting.phases,
			preserved,
			checks: setting.checks.map((check) => ({ ...check, status: "pass" })),
			probes: setting.probes.map(({ id, required }) => ({
				id,
				required,
				status: id in failures ? "fail" : "pass",
			})),
			examineProblem: null,
			changedPaths: setting.changed,
			ledger,
		});
		ledger = output.ledger;
		preserved = output.nextPreserved;
		return output;
	});
}

function answer(scenario: Scenario, role: string, loop: number): NonNullable<ScenarioStep["result"]> {
	const entry = scenario.entries.find(
		(one) => one.role === role && one.loop === loop && one.planned !== false,
	);
	const any = scenario.entries.find((one) => one.role === role && one.loop === "*" && one.planned !== false);
	const result = (entry ?? any)?.steps.find((step) => step.result !== undefined)?.result;
	if (result === undefined) throw new Error(`no answer of the ${role} in loop ${loop}`);
	return result;
}

function recordsOf(setting: Setting, failures: Failures): ExecutionRecord[] {
	const record = (ref: string, passed: boolean | null): ExecutionRecord => ({
		ref,
		kind: "runtime_state",
		origin: "host",
		passed,
		title: ref,
		observation: "",
		sha256: null,
		mime: null,
		size: null,
		width: null,
		height: null,
		environment: {},
		box: "white",
		tree,
		invocationId: null,
	});
	const probes = setting.probes.flatMap((probe) => {
		const failing = failures[probe.id];
		const records = [record(`probe:${probe.id}`, failing === undefined)];
		for (const step of probe.steps) {
			if (step.do !== "evaluate") continue;
			const fails = step.name === failing;
			records.push(record(`probe:${probe.id}:${step.name}`, step.equals === undefined ? null : !fails));
			// a visit ends at the first step that fails
			if (fails) break;
		}
		return records;
	});
	return [...setting.checks.map((check) => record(`check:${check.id}`, true)), ...probes];
}

const words = ({ verdict: { status, integrity, contract } }: AssessOutput) => [status, integrity, contract];
const standing = (output: AssessOutput | undefined) =>
	Object.fromEntries(
		output?.ledger.map(({ key, status, reopenings }) => [key, `${status} ${reopenings}`]) ?? [],
	);

describe("Lantern", () => {
	const file = join(import.meta.dirname, "lantern/project/fuseline.json");
	const { phases, checks, probes } = projectConfigSchema.parse(JSON.parse(readFileSync(file, "utf8")));
	const unbuilt = { undo: "offers-undo", keyboard: "focused", levels: "offers-levels" };
	const outputs = play(
		{ id: "lantern", phases, checks, probes, changed: ["public/app.js", "test/game.mjs"] },
		[
			{
				...unbuilt,
				board: "moves",
				"without-colour": "told-by-shape",
				"how-to-play": "offers-help",
				"golden-path": "win-screen",
				"next-level": "offers-next",
			},
			{
				...unbuilt,
				"without-colour": "told-by-shape",
				"golden-path": "win-screen",
				"next-level": "offers-next",
			},
			unbuilt,
			{
				"golden-path": "win-screen",
				"next-level": "offers-next",
				undo: "undone-count",
				levels: "offers-levels",
			},
			{},
		],
	);

	it("fails, is blocked, recovers, breaks and ends complete, within its contract all the way", () => {
		expect(outputs.map(words)).toEqual([
			["fail", "clean", "aligned"],
			["fail", "clean", "aligned"],
			["pass", "clean", "aligned"],
			["fail", "clean", "aligned"],
			["pass", "clean", "aligned"],
		]);
		expect(outputs.map((output) => output.productComplete)).toEqual([false, false, false, false, true]);
		expect(outputs.map((output) => output.phase)).toEqual(["board", "board", "forgiving", "play", null]);
	});

	it("loses two verified claims in loop 4 and wins them back", () => {
		expect(outputs.map((output) => output.preservation.lost)).toEqual([
			[],
			[],
			[],
			["play.win", "play.next"],
			[],
		]);
		expect(outputs.map((output) => output.preservation.unproven)).toEqual([[], [], [], [], []]);
	});

	it("keeps one identity for the golden path's defect: opened, closed, regressed, closed", () => {
		expect(outputs.map(standing)).toEqual([
			{ "moves-not-counted": "open 0", "state-by-colour-only": "open 0" },
			{ "moves-not-counted": "closed 0", "state-by-colour-only": "open 0", "win-never-shown": "open 0" },
			{ "moves-not-counted": "closed 0", "state-by-colour-only": "closed 0", "win-never-shown": "closed 0" },
			{
				"moves-not-counted": "closed 0",
				"state-by-colour-only": "closed 0",
				"win-never-shown": "regressed 1",
				"undo-keeps-count": "open 0",
			},
			{
				"moves-not-counted": "closed 0",
				"state-by-colour-only": "closed 0",
				"win-never-shown": "closed 1",
				"undo-keeps-count": "closed 0",
			},
		]);
	});
});

it("Tally is complete after two loops on criteria that its planner proposed", () => {
	const { phases = [], checks = [], probes = [] } = proposalSchema.parse(proposal);
	const outputs = play({ id: "tally", phases, checks, probes, changed: ["public/app.js"] }, [
		{ kept: "offers-new" },
		{},
	]);
	expect(outputs.map(words)).toEqual([
		["pass", "clean", "aligned"],
		["pass", "clean", "aligned"],
	]);
	expect(outputs.map((output) => output.productComplete)).toEqual([false, true]);
});
