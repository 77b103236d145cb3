import { describe, expect, test } from "vitest";
import type { DoctorView } from "../domain/doctor-view.ts";
import { sentence } from "../domain/errors.ts";
import { specLimitBytes } from "../domain/project-config.ts";
import type { StartRunInput } from "../domain/run.ts";
import { harnessDefinitions } from "../harnesses/registry.ts";
import { protocolDefinitions } from "../protocols/registry.ts";
import { checkStart, resolveStart } from "./start-input.ts";
import { draftOfSpec } from "./start-spec.ts";

const scripted = { harness: "scripted", model: "/scenario.json" };
const good: StartRunInput = {
	source: { kind: "spec", name: "board", text: "# Board\nA board." },
	protocol: "hoh",
	options: {},
	bindings: { planner: scripted, developer: scripted, tester: scripted },
	budgets: {},
	language: "en",
	project: null,
};

function facts(spec = "# Board", doctor: DoctorView | null = null) {
	return {
		protocols: Object.values(protocolDefinitions),
		harnesses: harnessDefinitions,
		draft: draftOfSpec("board", spec),
		doctor,
	};
}

const check = (change: Partial<StartRunInput>, spec?: string) =>
	checkStart({ ...good, ...change }, facts(spec)).problems.map(sentence);

describe("checkStart", () => {
	test("takes a good start and fills in what is left open", () => {
		const { problems, resolved } = checkStart(good, facts());
		expect(problems).toEqual([]);
		expect(resolved?.options).toMatchObject({ loops: 5, planUpdate: true });
		expect(resolved?.bindings.developer).toEqual({
			...scripted,
			effort: null,
			access: "read-write",
			settings: {},
		});
		expect(resolved?.bindings.tester?.access).toBe("read-only");
	});

	test.each<[string, Partial<StartRunInput>, RegExp]>([
		[
			"protocol",
			{ protocol: "hhoh" },
			/^protocol: unknown protocol "hhoh"; known: hoh, .*did you mean "hoh"/,
		],
		[
			"harness",
			{ bindings: { ...good.bindings, planner: { harness: "codexx" } } },
			/^bindings\.planner\.harness: unknown harness "codexx"; .*did you mean "codex"/,
		],
		[
			"role",
			{ bindings: { ...good.bindings, testr: scripted } },
			/^bindings\.testr: unknown role of hoh "testr"; .*did you mean "tester"/,
		],
		[
			"missing role",
			{ bindings: { planner: scripted, developer: scripted } },
			/^bindings\.tester: .*no harness/,
		],
		[
			"option",
			{ options: { lops: 3 } },
			/^options\.lops: unknown option of hoh "lops"; .*did you mean "loops"/,
		],
		["value of an option", { options: { loops: 0 } }, /^options\.loops: /],
		[
			"read-write tester",
			{ bindings: { ...good.bindings, tester: { ...scripted, access: "read-write" } } },
			/^bindings\.tester\.access: .*can't be read-write/,
		],
		[
			"read-only developer",
			{ bindings: { ...good.bindings, developer: { ...scripted, access: "read-only" } } },
			/^bindings\.developer\.access: .*has to be read-write/,
		],
		["budget", { budgets: { tokens: -1 } }, /^budgets\.tokens: /],
		["edited check", { project: { checks: [{ id: "build", run: "" }] } }, /^project\.checks\[0\]\.run: /],
		["edited key", { project: { chekcs: [] } }, /^project: .*chekcs/],
		[
			"binding of a wrong shape",
			{ bindings: { ...good.bindings, planner: "codex" } },
			/^bindings\.planner: /,
		],
	])("says what is wrong with the %s and where", (_, change, expected) => {
		expect(check(change)).toEqual([expect.stringMatching(expected)]);
	});

	test.each([
		["", /empty/],
		["  \n", /empty/],
		["x".repeat(specLimitBytes + 1), /1\.0 MiB; at most 1 MiB/],
		["x".repeat(10 * specLimitBytes), /10\.0 MiB/],
	])("refuses a spec that nobody can work from", (spec, expected) => {
		const problems = check({}, spec);
		expect(problems).toEqual([expect.stringMatching(expected)]);
	});

	test("copied settings of another protocol pass as long as they say what holds anyway", () => {
		const options = {
			loops: 1,
			planUpdate: true,
			evidenceFeedback: true,
			warmStart: true,
			earlyStop: false,
			waitForReset: true,
		};
		const bindings = { developer: scripted };
		const known = Object.fromEntries(protocolDefinitions.vanilla.roles.map(({ role }) => [role, scripted]));
		expect(check({ protocol: "vanilla", options, bindings: { ...bindings, ...known } })).toEqual([]);
	});

	test("a harness that isn't installed is refused, with the way to install it", () => {
		const missing = {
			id: "codex",
			title: "Codex",
			installed: false,
			installHint: "npm i -g codex",
			scenarios: [],
		};
		const doctor = {
			sandbox: { level: "enforced", mend: null },
			browser: { available: true, mend: null },
			harnesses: [missing],
		} as unknown as DoctorView;
		const bindings = { ...good.bindings, planner: { harness: "codex" } };
		const { problems } = checkStart({ ...good, bindings }, facts("# Board", doctor));
		expect(problems.map(sentence)).toEqual([
			"bindings.planner.harness: Codex isn't installed (npm i -g codex)",
		]);
	});

	test("resolveStart throws all problems in one error", () => {
		const act = () => resolveStart({ ...good, protocol: "x", budgets: { tokens: 0 } }, facts());
		expect(act).toThrowError(expect.objectContaining({ code: "invalid_input" }));
		expect(act).toThrowError(/protocol: .*budgets\.tokens: /);
	});
});
