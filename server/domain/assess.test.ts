import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import { claim, input, issue, otherTree, plan, record, report, tree } from "./assess-fixture.ts";
import type { AssessInput } from "./assess-types.ts";
import { isAccepted, type Verdict } from "./verdict.ts";

const clean = input().integrity;
const finding = { id: "stuck", title: "Stuck", severity: "major" };

function reasonsOf(verdict: Verdict, judgement: string): string {
	return verdict.reasons
		.filter((reason) => reason.judgement === judgement)
		.map(({ text }) => text)
		.join("\n");
}

it("accepts a candidate on which everything that was asked is proved", () => {
	const output = assess(input());
	expect(output.verdict).toEqual({ status: "pass", integrity: "clean", contract: "aligned", reasons: [] });
	expect(isAccepted(output.verdict)).toBe(true);
	expect(output.nextPreserved.map(({ claim: id, loop }) => [id, loop])).toEqual([
		["boot", 2],
		["offline", 2],
	]);
	expect(output).toMatchObject({ phase: "second", productComplete: false, issueEvents: [] });
});

describe("status", () => {
	it.each<[string, Verdict["status"], Partial<AssessInput>, RegExp]>([
		["no tester", "untested", { testerBound: false, report: null }, /No tester/],
		["a report although no tester is bound", "untested", { testerBound: false }, /No tester/],
		["no readable report", "untested", { report: null }, /no readable report/],
		[
			"QA could not examine",
			"blocked",
			{ report: report({ status: "blocked", summary: "It never started" }) },
			/never started/,
		],
		["QA's own word is fail", "fail", { report: report({ status: "fail" }) }, /own judgement/],
		[
			"an acceptance criterion unproved",
			"fail",
			{ report: report({ claims: [claim("offline")] }) },
			/1 of 1 acceptance criterion: boot/,
		],
		[
			"a constraint unproved",
			"fail",
			{ report: report({ claims: [claim("boot")] }) },
			/1 of 1 constraint: offline/,
		],
		[
			"a preserved claim left out",
			"fail",
			{ preserved: [{ claim: "menu", statement: "m", loop: 1 }] },
			/1 earlier verified claim not proved again: menu/,
		],
		["a major finding", "fail", { report: report({ findings: [finding] }) }, /1 open major issue: stuck/],
		["a minor finding", "pass", { report: report({ findings: [{ ...finding, severity: "minor" }] }) }, /^$/],
		[
			"a known blocker that nobody saw",
			"fail",
			{ ledger: [issue("old", { severity: "blocker" })] },
			/1 open blocker issue: old/,
		],
		[
			"a claimed fix that QA did not prove",
			"fail",
			{ ledger: [issue("old", { status: "fixed_pending_verify" })] },
			/open major issue: old/,
		],
		["a closed issue", "pass", { ledger: [issue("old", { status: "closed" })] }, /^$/],
		[
			"a failed required check",
			"fail",
			{ checks: [{ id: "build", required: true, status: "timeout" }] },
			/1 required check did not pass: build \(timeout\)/,
		],
		["a failed optional check", "pass", { checks: [{ id: "lint", required: false, status: "fail" }] }, /^$/],
		[
			"a required probe that could not run",
			"fail",
			{ probes: [{ id: "board", required: true, status: "unavailable" }] },
			/board \(unavailable\)/,
		],
		["checks that could not run at all", "fail", { examineProblem: "npm ci failed" }, /npm ci failed/],
	])("%s: %s", (_, status, part, reason) => {
		const { verdict } = assess(input(part));
		expect(verdict.status).toBe(status);
		expect(reasonsOf(verdict, "status")).toMatch(reason);
	});

	it("names every obstacle with counts", () => {
		const output = assess(
			input({
				plan: plan({ acceptance: ["boot", "moves"] }),
				report: report({
					claims: [claim("boot", { records: [] }), claim("moves", { assessment: "unproven" })],
					findings: [finding],
				}),
			}),
		);
		expect(
			output.verdict.reasons.filter(({ judgement }) => judgement === "status").map(({ text }) => text),
		).toEqual([
			"QA could not prove 2 of 2 acceptance criteria: boot, moves.",
			"QA could not prove 1 of 1 constraint: offline.",
			"1 open major issue: stuck.",
			"Nothing at all was verified.",
		]);
	});

	it("measures a candidate without a plan by the whole spec", () => {
		const output = assess(input({ plan: null }));
		expect(reasonsOf(output.verdict, "status")).toContain("1 of 2 acceptance criteria: moves");
		const nothing = assess(input({ plan: null, phases: [], report: report({ claims: [] }) }));
		expect(nothing.verdict).toMatchObject({ status: "fail", contract: "unknown" });
	});
});

describe("integrity", () => {
	it.each<[string, Verdict["integrity"], AssessInput["integrity"], RegExp]>([
		[
			"caches and build output",
			"clean",
			{ ...clean, changes: [{ path: ".cache/x", change: "added", violation: false }] },
			/^$/,
		],
		[
			"a changed candidate file",
			"violation",
			{ ...clean, changes: [{ path: "src/a.ts", change: "changed", violation: true }] },
			/1 candidate file changed.*src\/a\.ts/,
		],
		["another tree afterwards", "violation", { ...clean, treeAfter: otherTree }, /different after/],
		[
			"another tree from the start",
			"violation",
			{ ...clean, treeBefore: otherTree, treeAfter: otherTree },
			/not this candidate/,
		],
		["no sandbox", "suspect", { ...clean, sandbox: "none" }, /No sandbox/],
		[
			"a violation without a sandbox",
			"violation",
			{ ...clean, sandbox: "none", treeAfter: otherTree },
			/different after/,
		],
	])("%s: %s", (_, integrity, part, reason) => {
		const { verdict } = assess(input({ integrity: part }));
		expect(verdict.integrity).toBe(integrity);
		expect(reasonsOf(verdict, "integrity")).toMatch(reason);
		expect(isAccepted(verdict)).toBe(integrity === "clean");
	});
});

describe("preservation", () => {
	const preserved = [
		{ claim: "boot", statement: "It starts", loop: 1 },
		{ claim: "menu", statement: "There is a menu", loop: 1 },
		{ claim: "sound", statement: "There is sound", loop: 1 },
		{ claim: "save", statement: "It saves", loop: 1 },
	];

	it("tells kept, lost and unproven apart, and demands the lost ones again", () => {
		const output = assess(
			input({
				preserved,
				report: report({
					claims: [
						claim("boot", { statement: "weaker words" }),
						claim("offline"),
						claim("menu", { assessment: "refuted" }),
						claim("sound", { assessment: "unproven" }),
					],
				}),
			}),
		);
		expect(output.preservation).toEqual({ kept: ["boot"], lost: ["menu"], unproven: ["sound", "save"] });
		expect(output.nextPreserved).toEqual([
			{ claim: "boot", statement: "It starts", loop: 2 },
			...preserved.slice(1),
			{ claim: "offline", statement: "offline holds", loop: 2 },
		]);
		expect(reasonsOf(output.verdict, "status")).toContain("1 earlier verified claim no longer hold");
	});

	it("takes a refutation without a record for unproven, and a failed record for lost", () => {
		const output = assess(
			input({
				preserved,
				records: [record("probe:board"), record("probe:menu", { passed: false })],
				report: report({
					claims: [
						claim("boot"),
						claim("offline"),
						claim("sound", { assessment: "refuted", records: [] }),
						claim("menu", { records: ["probe:menu"] }),
					],
				}),
			}),
		);
		expect(output.preservation).toEqual({ kept: ["boot"], lost: ["menu"], unproven: ["sound", "save"] });
	});

	it("counts what was verified on a candidate that fails", () => {
		const output = assess(input({ report: report({ status: "fail", findings: [finding] }) }));
		expect(output.verdict.status).toBe("fail");
		expect(output.nextPreserved.map(({ claim: id }) => id)).toEqual(["boot", "offline"]);
	});
});

describe("phase and product", () => {
	const all = report({ claims: [claim("boot"), claim("offline"), claim("moves")] });
	const whole = plan({ phase: "second", acceptance: ["boot", "moves"] });

	it("is complete when one accepted candidate proves everything", () => {
		expect(assess(input({ plan: whole, report: all }))).toMatchObject({ phase: null, productComplete: true });
	});

	it("is not complete on a candidate that isn't accepted, though no phase is left", () => {
		const part = { plan: whole, report: all, integrity: { ...clean, sandbox: "none" as const } };
		expect(assess(input(part))).toMatchObject({ phase: null, productComplete: false });
	});

	it("falls back to the first phase that isn't proved on this very candidate", () => {
		const claims = [claim("boot", { assessment: "refuted" }), claim("offline"), claim("moves")];
		expect(assess(input({ plan: whole, report: report({ claims }) }))).toMatchObject({ phase: "first" });
	});

	it("knows no product without criteria", () => {
		expect(assess(input({ phases: [] }))).toMatchObject({ phase: null, productComplete: false });
	});
});

it("never touches its input", () => {
	const given = input({
		ledger: [issue("old")],
		report: report({
			findings: [finding],
			issues: [{ id: "old", observed: "resolved", records: ["probe:board"] }],
		}),
	});
	const before = JSON.stringify(given);
	expect(assess(given).ledger.map(({ status }) => status)).toEqual(["closed", "open"]);
	expect(JSON.stringify(given)).toBe(before);
	expect(given.tree).toBe(tree);
});
