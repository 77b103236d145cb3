import { expect, it } from "vitest";
import { input, phases, plan, report } from "./assess-fixture.ts";
import type { AssessInput } from "./assess-types.ts";
import { judgeContract } from "./contract.ts";
import type { Verdict } from "./verdict.ts";

const preserved = (claim: string) => [{ claim, statement: claim, loop: 1 }];

it.each<[string, Verdict["contract"], Partial<AssessInput>, RegExp]>([
	["all of it traced", "aligned", {}, /^$/],
	["no plan", "unknown", { plan: null }, /No plan/],
	["no criteria list", "unknown", { phases: [] }, /no criteria list/],
	[
		"a constraint of the spec left out",
		"unknown",
		{ plan: plan({ constraints: [] }) },
		/1 constraint of the spec left out: offline/,
	],
	[
		"a constraint accepted instead",
		"aligned",
		{ plan: plan({ constraints: [], acceptance: ["boot", "offline"] }) },
		/^$/,
	],
	[
		"a constraint that is only preserved",
		"unknown",
		{ plan: plan({ constraints: [] }), preserved: preserved("offline") },
		/offline/,
	],
	[
		"a criterion of this phase left out",
		"unknown",
		{ plan: plan({ acceptance: ["offline"] }) },
		/neither planned, kept nor put off: boot/,
	],
	[
		"a criterion of this phase kept",
		"aligned",
		{ plan: plan({ acceptance: ["offline"] }), preserved: preserved("boot") },
		/^$/,
	],
	[
		"a criterion put off to a later phase",
		"aligned",
		{ plan: plan({ acceptance: ["offline"], deferred: [{ criterion: "boot", phase: "second" }] }) },
		/^$/,
	],
	[
		"a criterion put off to this phase",
		"unknown",
		{ plan: plan({ acceptance: ["offline"], deferred: [{ criterion: "boot", phase: "first" }] }) },
		/boot/,
	],
	["a criterion of a later phase", "aligned", { plan: plan() }, /^$/],
	[
		"a criterion of an earlier phase forgotten",
		"unknown",
		{ plan: plan({ phase: "second", acceptance: ["moves"] }), report: report({ claims: [] }) },
		/boot/,
	],
	[
		"a plan without a phase counts as the latest that it accepts",
		"unknown",
		{ plan: plan({ phase: null, acceptance: ["moves"] }) },
		/boot/,
	],
	["a plan without a phase in the first", "aligned", { plan: plan({ phase: null }) }, /^$/],
	[
		"an acceptance criterion that QA did not cover",
		"unknown",
		{ report: report({ claims: [] }) },
		/1 acceptance criterion not covered by QA: boot/,
	],
	["no report", "unknown", { report: null }, /not covered by QA/],
	[
		"acceptance by a criterion that does not exist",
		"invalid",
		{ plan: plan({ acceptance: ["boot", "moon"] }) },
		/do not exist: moon/,
	],
	[
		"acceptance by a preserved claim",
		"unknown",
		{ plan: plan({ acceptance: ["boot", "menu"] }), preserved: preserved("menu") },
		/not covered by QA: menu/,
	],
	[
		"a constraint that does not exist",
		"invalid",
		{ plan: plan({ constraints: ["offline", "moon"] }) },
		/constraints that do not exist: moon/,
	],
	[
		"a phase that does not exist",
		"invalid",
		{ plan: plan({ phase: "third" }) },
		/phases that do not exist: third/,
	],
	[
		"putting off to a phase that does not exist",
		"invalid",
		{ plan: plan({ deferred: [{ criterion: "moves", phase: "third" }] }) },
		/third/,
	],
	[
		"putting off what does not exist",
		"invalid",
		{ plan: plan({ deferred: [{ criterion: "moon", phase: "second" }] }) },
		/moon/,
	],
	["dropping what was never verified", "invalid", { unknownDrops: ["moon"] }, /never verified: moon/],
	["changes within what the plan allows", "aligned", { plan: plan({ allowedPaths: ["src/**"] }) }, /^$/],
	[
		"changes outside",
		"needs_revision",
		{ plan: plan({ allowedPaths: ["docs"] }) },
		/1 path changed outside.*src\/a\.ts/,
	],
	[
		"changes outside, and something untraced",
		"unknown",
		{ plan: plan({ allowedPaths: ["docs"], constraints: [] }) },
		/left out[\s\S]*outside/,
	],
])("%s: %s", (_, contract, part, reason) => {
	const judged = judgeContract(input(part));
	expect(judged.value).toBe(contract);
	expect(judged.reasons.join("\n")).toMatch(reason);
});

it("doesn't trace what isn't blocking", () => {
	const loose = phases.map((phase) => ({
		...phase,
		criteria: phase.criteria.map((criterion) => ({ ...criterion, blocking: criterion.id !== "boot" })),
	}));
	expect(judgeContract(input({ phases: loose, plan: plan({ acceptance: ["offline"] }) })).value).toBe(
		"aligned",
	);
});
