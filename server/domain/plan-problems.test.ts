import { expect, it } from "vitest";
import { phases, plan } from "./assess-fixture.ts";
import { type PlanContext, planProblems } from "./plan-problems.ts";

const context = (part: Partial<PlanContext> = {}): PlanContext => ({
	phases,
	preserved: ["menu"],
	ledgerKeys: ["stuck"],
	missing: [],
	...part,
});
const nothingYet = context({ phases: [], preserved: [], missing: ["criteria", "serve", "checks", "probes"] });
const phase = { id: "p", title: "P", criteria: [{ id: "boot", statement: "It starts" }] };
const proposing = (proposal: Record<string, unknown>) => plan({ phase: "p", constraints: [], proposal });

it.each([
	["all is well", plan(), context()],
	["a constraint left out shows as contract, not as a problem of form", plan({ constraints: [] }), context()],
	["acceptance by a preserved claim", plan({ acceptance: ["boot", "menu"] }), context()],
	[
		"any target, as long as the gaps aren't known",
		plan({ tasks: [{ title: "t", outcome: "o", targets: ["gap"] }] }),
		context(),
	],
	[
		"a known gap",
		plan({ tasks: [{ title: "t", outcome: "o", targets: ["gap", "stuck", "boot", "menu"] }] }),
		context({ gaps: ["gap"] }),
	],
	["a reasoned drop", plan({ dropped: [{ claim: "menu", reason: "replaced" }] }), context()],
	[
		"a whole proposal",
		proposing({ phases: [phase], serve: { run: "s" }, probes: [{ id: "b", criteria: ["boot"] }] }),
		nothingYet,
	],
	[
		"a product without a browser",
		proposing({ phases: [phase], checks: [{ id: "c", run: "make" }] }),
		nothingYet,
	],
	["a mended check later on", plan({ proposal: { checks: [{ id: "c", run: "make" }] } }), context()],
])("finds nothing wrong: %s", (_, document, known) => {
	expect(planProblems(document, known)).toEqual([]);
});

it.each([
	[
		"an unknown criterion",
		plan({ acceptance: ["boot", "moon"] }),
		context(),
		/^acceptance: unknown criterion: moon$/,
	],
	["an unknown constraint", plan({ constraints: ["moon"] }), context(), /^constraints: .*moon/],
	["an unknown phase", plan({ phase: "third" }), context(), /^unknown phase: third/],
	[
		"an unknown later phase",
		plan({ deferred: [{ criterion: "moves", phase: "third" }] }),
		context(),
		/third/,
	],
	[
		"an unknown deferral",
		plan({ deferred: [{ criterion: "moon", phase: "second" }] }),
		context(),
		/^deferred: .*moon/,
	],
	["an unknown drop", plan({ dropped: [{ claim: "moon", reason: "r" }] }), context(), /^dropped: .*moon/],
	[
		"an unknown target",
		plan({ tasks: [{ title: "t", outcome: "o", targets: ["moon"] }] }),
		context({ gaps: [] }),
		/^tasks: .*moon/,
	],
	[
		"blanks",
		plan({ objective: " ", tasks: [{ title: " ", outcome: "\n" }] }),
		context(),
		/objective: is empty\n.*title.*\n.*outcome/,
	],
	["four tasks", { ...plan(), tasks: Array(4).fill(plan().tasks[0]) }, context(), /at most three/],
	["a criterion twice", plan({ acceptance: ["boot", "boot"] }), context(), /acceptance: named twice: boot/],
	[
		"accepting and putting off",
		plan({ deferred: [{ criterion: "boot", phase: "second" }] }),
		context(),
		/both accepted and deferred: boot/,
	],
	[
		"accepting and dropping",
		plan({ acceptance: ["boot", "menu"], dropped: [{ claim: "menu", reason: "r" }] }),
		context(),
		/both accepted and dropped: menu/,
	],
	["no criteria", plan(), nothingYet, /propose them in phases/],
	["nothing that examines", proposing({ phases: [phase] }), nothingYet, /at least one check or probe/],
	[
		"probes without a server",
		proposing({ phases: [phase], probes: [{ id: "b" }] }),
		nothingYet,
		/^proposal\.serve/,
	],
	[
		"a probe of an unknown criterion",
		proposing({ phases: [phase], serve: { run: "s" }, probes: [{ id: "b", criteria: ["moon"] }] }),
		nothingYet,
		/^proposal\.probes: .*moon/,
	],
	[
		"a check proposed twice",
		proposing({
			phases: [phase],
			checks: [
				{ id: "c", run: "a" },
				{ id: "c", run: "b" },
			],
		}),
		nothingYet,
		/^proposal\.checks: id used twice: c/,
	],
	[
		"criteria proposed twice",
		proposing({ phases: [phase, { ...phase, id: "q" }], checks: [{ id: "c", run: "a" }] }),
		nothingYet,
		/criterion proposed twice: boot/,
	],
	[
		"a reworded criterion",
		plan({ proposal: { phases: [{ ...phase, criteria: [{ id: "boot", statement: "It might start" }] }] } }),
		context(),
		/reworded.*boot/,
	],
	[
		"criteria of its own where the project has some",
		plan({ proposal: { phases: [phase] } }),
		context({ criteriaFixed: true }),
		/has its own criteria/,
	],
])("complains of %s", (_, document, known, problem) => {
	expect(planProblems(document, known).join("\n")).toMatch(problem);
});
