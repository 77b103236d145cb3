import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import { claim, input, issue, otherTree, report, tree } from "./assess-fixture.ts";
import type { AssessInput } from "./assess-types.ts";
import type { Issue } from "./ledger.ts";
import { applyFixClaims } from "./ledger-rules.ts";

const finding = (id: string, part: Record<string, unknown> = {}) => ({
	id,
	title: "T",
	severity: "major",
	...part,
});
const base = [claim("boot"), claim("offline")];

/** Status and events of the issue `x` after one examination. */
function examined(
	before: Partial<Issue> | null,
	said: Record<string, unknown>,
	part: Partial<AssessInput> = {},
) {
	const ledger = before === null ? [] : [issue("x", before)];
	const output = assess(input({ ledger, report: report({ claims: base, ...said }), ...part }));
	const found = output.ledger.find(({ key }) => key === "x");
	return {
		status: found?.status,
		reopenings: found?.reopenings,
		events: output.issueEvents.filter(({ key }) => key === "x").map(({ kind, from, to }) => [kind, from, to]),
	};
}

const resolved = (records: string[]) => ({ issues: [{ id: "x", observed: "resolved", records }] });
const observed = (word: string) => ({ issues: [{ id: "x", observed: word }] });
const seen = { findings: [finding("x")] };
const strong = resolved(["probe:board"]);

describe("findings", () => {
	it.each<
		[string, Partial<Issue> | null, Record<string, unknown>, string, [string, string | null, string][]]
	>([
		["a new one opens", null, seen, "open", [["opened", null, "open"]]],
		["an open one is seen", {}, seen, "open", [["seen", "open", "open"]]],
		[
			"an open one that is still present is seen",
			{},
			observed("still_present"),
			"open",
			[["seen", "open", "open"]],
		],
		[
			"a regressed one stays so",
			{ status: "regressed", reopenings: 1 },
			seen,
			"regressed",
			[["seen", "regressed", "regressed"]],
		],
		[
			"a claimed fix is open again",
			{ status: "fixed_pending_verify" },
			seen,
			"open",
			[["seen", "fixed_pending_verify", "open"]],
		],
		[
			"a claimed fix of one that came back is regressed again",
			{ status: "fixed_pending_verify", reopenings: 1 },
			seen,
			"regressed",
			[["seen", "fixed_pending_verify", "regressed"]],
		],
		[
			"a claimed fix that nobody saw stays pending",
			{ status: "fixed_pending_verify" },
			observed("not_observed"),
			"fixed_pending_verify",
			[],
		],
		[
			"a closed one regresses",
			{ status: "closed" },
			seen,
			"regressed",
			[["regressed", "closed", "regressed"]],
		],
		[
			"a closed one that is still present regresses",
			{ status: "closed" },
			observed("still_present"),
			"regressed",
			[["regressed", "closed", "regressed"]],
		],
		[
			"a set-aside one stays aside",
			{ status: "policy_invalidated" },
			seen,
			"policy_invalidated",
			[["seen", "policy_invalidated", "policy_invalidated"]],
		],
	])("%s", (_, before, said, status, events) => {
		expect(examined(before, said)).toMatchObject({ status, events });
	});

	it("counts a reopening once per loop, however often it is said", () => {
		const said = {
			findings: [finding("x", { claim: "boot" })],
			...observed("still_present"),
			claims: [claim("boot", { assessment: "refuted" })],
		};
		expect(examined({ status: "closed", claim: "boot", reopenings: 1 }, said)).toEqual({
			status: "regressed",
			reopenings: 2,
			events: [["regressed", "closed", "regressed"]],
		});
	});

	it("lets the severity of an open issue only rise", () => {
		const severityAfter = (before: Partial<Issue>, severity: string) =>
			assess(
				input({ ledger: [issue("x", before)], report: report({ findings: [finding("x", { severity })] }) }),
			).ledger[0]?.severity;
		expect(severityAfter({ severity: "major" }, "minor")).toBe("major");
		expect(severityAfter({ severity: "minor" }, "blocker")).toBe("blocker");
		expect(severityAfter({ severity: "blocker", status: "closed" }, "minor")).toBe("minor");
	});
});

describe("closing", () => {
	it.each<[string, Partial<Issue>, Record<string, unknown>, string]>([
		["on a strong record", {}, strong, "closed"],
		["of a claimed fix", { status: "fixed_pending_verify" }, strong, "closed"],
		["of a regressed one", { status: "regressed", reopenings: 1 }, strong, "closed"],
		["not without a record", {}, resolved([]), "open"],
		["not on an unknown record", {}, resolved(["probe:moon"]), "open"],
		["not on an unknown record beside a good one", {}, resolved(["probe:moon", "probe:board"]), "open"],
		["not while it is found again", {}, { ...strong, ...seen }, "open"],
		["by its verified claim", { claim: "boot" }, {}, "closed"],
		["by its verified claim when no record is given", { claim: "boot" }, resolved([]), "closed"],
		["not by its claim if it was not observed", { claim: "boot" }, observed("not_observed"), "open"],
		["not by its claim if it is still present", { claim: "boot" }, observed("still_present"), "open"],
		[
			"not by its claim if another finding speaks against it",
			{ claim: "boot" },
			{ findings: [finding("y", { claim: "boot" })] },
			"open",
		],
		["not by a claim that is a gap", { claim: "boot" }, { claims: [claim("boot", { records: [] })] }, "open"],
		[
			"of an unknown issue is ignored",
			{},
			{ issues: [{ id: "moon", observed: "resolved", records: ["probe:board"] }] },
			"open",
		],
	])("%s", (_, before, said, status) => {
		expect(examined(before, said).status).toBe(status);
	});
});

describe("regression by a claim", () => {
	const refuted = { claims: [claim("boot", { assessment: "refuted" })] };
	it.each<[string, Record<string, unknown>, string]>([
		["refuted on a record", refuted, "regressed"],
		[
			"refuted without a record",
			{ claims: [claim("boot", { assessment: "refuted", records: [] })] },
			"closed",
		],
		["unproven is not refuted", { claims: [claim("boot", { assessment: "unproven" })] }, "closed"],
		["a gap is not refuted", { claims: [claim("boot", { records: ["probe:moon"] })] }, "closed"],
		["left out is not refuted", { claims: [] }, "closed"],
		["refuted by another defect, this one proved gone", { ...refuted, ...strong }, "closed"],
		["refuted, this one only said to be gone", { ...refuted, ...resolved([]) }, "regressed"],
	])("%s: %s", (_, said, status) => {
		expect(examined({ status: "closed", claim: "boot" }, said).status).toBe(status);
	});
});

describe("what changes nothing", () => {
	it("an untested loop", () => {
		expect(examined({ status: "closed", claim: "boot" }, {}, { report: null })).toMatchObject({
			status: "closed",
			events: [],
		});
		expect(examined(null, seen, { testerBound: false })).toMatchObject({ status: undefined, events: [] });
	});

	it("an examination on a changed copy closes and regresses nothing, but its findings are kept", () => {
		const integrity = { treeBefore: tree, treeAfter: otherTree, changes: [], sandbox: "enforced" as const };
		expect(examined({}, strong, { integrity }).status).toBe("open");
		expect(examined({ claim: "boot" }, {}, { integrity }).status).toBe("open");
		expect(examined({ status: "closed" }, seen, { integrity }).status).toBe("closed");
		expect(examined(null, seen, { integrity }).status).toBe("open");
	});
});

describe("applyFixClaims", () => {
	it.each([
		["open", "fixed_pending_verify"],
		["regressed", "fixed_pending_verify"],
		["blocked", "fixed_pending_verify"],
		["fixed_pending_verify", "fixed_pending_verify"],
		["closed", "closed"],
		["policy_invalidated", "policy_invalidated"],
	] as const)("%s becomes %s, never closed by the Developer", (status, to) => {
		const change = applyFixClaims([issue("x", { status })], ["x", "x"], 3);
		expect(change.issues[0]?.status).toBe(to);
		expect(change.events).toHaveLength(status === to ? 0 : 1);
		expect(change.notes).toHaveLength(status === to ? 1 : 0);
	});

	it("only notes what the ledger does not know", () => {
		const change = applyFixClaims([issue("x")], ["moon"], 3);
		expect(change).toMatchObject({ issues: [{ status: "open" }], events: [] });
		expect(change.notes[0]).toContain("moon");
	});
});
