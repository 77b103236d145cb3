import { expect, it } from "vitest";
import { assess } from "./assess.ts";
import { input, issue, otherTree, phases, plan, record, report, tree } from "./assess-fixture.ts";
import type { AssessInput, AssessOutput } from "./assess-types.ts";
import { type IssueStatus, issueStatuses } from "./ledger.ts";
import { isAccepted } from "./verdict.ts";

/*
 * Many random examinations, the same ones each time. Whatever is thrown at the rules, these sentences hold.
 */

/** The generator of Numerical Recipes: pure, so a failing seed can be repeated. */
function dice(seed: number) {
	let state = seed >>> 0;
	const roll = (n: number) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 0x1_0000_0000) * n);
	};
	return {
		chance: (percent: number) => roll(100) < percent,
		pick: <T>(list: readonly T[]): T => list[roll(list.length)] as T,
		some: <T>(list: readonly T[], percent: number): T[] => list.filter(() => roll(100) < percent),
	};
}

const ids = ["boot", "offline", "moves", "menu"];
const keys = ["stuck", "slow", "dark"];
const picture = "d".repeat(64);
const records = [
	record("probe:board"),
	record("check:build", { kind: "log", passed: true }),
	record("check:test", { kind: "log", passed: false }),
	record("probe:old", { tree: otherTree }),
	record("outbox:a.png", { origin: "agent", sha256: picture }),
	record("outbox:b.txt", { origin: "agent", sha256: "e".repeat(64) }),
	record("tool:1", { origin: "harness_event", kind: "source_inspection" }),
	record("dev:1", { origin: "developer", passed: true }),
];
const refs = [
	...records.map(({ ref }) => ref),
	"probe:board",
	"check:build",
	"probe:moon",
	"loop-01-bbbbbbbbbbbb/probe:board",
];

/** Mostly good, so that passes happen too. */
function randomInput(seed: number): AssessInput {
	const { chance, pick, some } = dice(seed);
	const cited = () => (chance(70) ? ["probe:board"] : some(refs, 20));
	return input({
		records,
		candidateContents: new Set(chance(50) ? [picture] : []),
		testerBound: chance(95),
		report: chance(5)
			? null
			: report({
					status: chance(80) ? "pass" : pick(["pass", "fail", "blocked"]),
					claims: some(ids, 90).map((id) => ({
						id,
						statement: id,
						assessment: chance(80) ? "verified" : pick(["verified", "refuted", "unproven"]),
						records: cited(),
					})),
					findings: some(keys, 8).map((id) => ({
						id,
						title: id,
						severity: pick(["blocker", "major", "minor"]),
						claim: pick([null, ...ids]),
						records: cited(),
					})),
					issues: some(keys, 50).map((id) => ({
						id,
						observed: pick(["resolved", "resolved", "still_present", "not_observed"]),
						records: cited(),
					})),
				}),
		integrity: {
			treeBefore: chance(97) ? tree : otherTree,
			treeAfter: chance(97) ? tree : otherTree,
			changes: chance(4) ? [{ path: "a", change: "changed", violation: chance(50) }] : [],
			sandbox: chance(90) ? "enforced" : "none",
		},
		plan: chance(10)
			? null
			: plan({
					phase: pick(["first", "second", null, "second"]),
					acceptance: chance(70) ? ["boot", "moves"] : [pick(["boot", "moves", "moon"])],
					constraints: chance(85) ? ["offline"] : [],
					allowedPaths: chance(85) ? [] : ["docs/**"],
				}),
		phases: chance(92) ? phases : [],
		preserved: some(ids, 40).map((claim) => ({ claim, statement: claim, loop: 1 })),
		checks: [{ id: "build", required: chance(80), status: chance(92) ? "pass" : "fail" }],
		probes: [{ id: "board", required: chance(80), status: chance(92) ? "pass" : "unavailable" }],
		examineProblem: chance(3) ? "no disk" : null,
		ledger: some(keys, 40).map((key) =>
			issue(key, {
				status: chance(60) ? "closed" : pick(issueStatuses),
				severity: pick(["blocker", "major", "minor"]),
				claim: pick([null, ...ids]),
				reopenings: chance(30) ? 1 : 0,
			}),
		),
	});
}

/** Cited, of this candidate, of an origin that can't be forged, not mere reading, not "failed". Written apart from the code. */
function strong(ref: string): boolean {
	return ref === "probe:board" || ref === "check:build";
}

/** Plain comparison: `expect` is too slow for some hundred thousand of them. */
function must(holds: boolean, what: string): void {
	if (!holds) throw new Error(what);
}

function check(given: AssessInput, output: AssessOutput): void {
	const { claims, verdict } = output;
	const heard = given.testerBound && given.report !== null;
	const violation = verdict.integrity === "violation";
	const verified = new Set(claims.filter((claim) => claim.verdict === "verified").map(({ id }) => id));
	const known = new Set(claims.map(({ id }) => id));

	must(known.size === claims.length, "a claim stands twice");
	for (const claim of claims) {
		must(
			(claim.verdict === "verified") === (claim.gapReason === null),
			`${claim.id}: a gap needs its reason`,
		);
		must(claim.reason !== "", `${claim.id}: no sentence`);
		if (claim.verdict === "gap") continue;
		must(
			claim.assessment === "verified" && heard && !violation,
			`${claim.id}: verified without QA's valid word`,
		);
		must(claim.records.some(strong), `${claim.id}: verified without a strong record`);
		const foreign = claim.records.some(
			(ref) => ["probe:moon", "probe:old"].includes(ref) || ref.includes("/"),
		);
		must(!foreign, `${claim.id}: verified on a foreign record`);
	}

	const demanded = [
		...(given.plan === null ? [] : [...given.plan.acceptance, ...given.plan.constraints]),
		...given.preserved.map(({ claim }) => claim),
	];
	for (const id of demanded) must(known.has(id), `${id} is demanded and not judged`);
	const saysWhy = (judgement: string) => verdict.reasons.some((reason) => reason.judgement === judgement);
	if (verdict.status === "pass") {
		must(heard && given.report?.status === "pass", "pass without QA's pass");
		for (const id of demanded) must(verified.has(id), `pass although ${id} is not verified`);
		const serious = output.ledger.filter(
			({ status, severity }) =>
				status !== "closed" && status !== "policy_invalidated" && severity !== "minor",
		);
		must(serious.length === 0, "pass with a serious issue");
		const runtime = [...given.checks, ...given.probes].every(
			(item) => !item.required || item.status === "pass",
		);
		must(runtime && given.examineProblem === null, "pass although the runtime says no");
	}
	must((verdict.status === "untested") === !heard, "untested is exactly: not heard");
	must(saysWhy("status") === (verdict.status !== "pass"), "status and its reasons differ");
	must(saysWhy("integrity") === (verdict.integrity !== "clean"), "integrity and its reasons differ");
	must(saysWhy("contract") === (verdict.contract !== "aligned"), "contract and its reasons differ");
	must(given.integrity.sandbox === "enforced" || !isAccepted(verdict), "accepted without a sandbox");
	must(
		!output.productComplete || (isAccepted(verdict) && output.phase === null),
		"complete but not accepted",
	);
	checkPreservation(given, output, verified);
	checkLedger(given, output, heard, violation);
}

function checkPreservation(given: AssessInput, output: AssessOutput, verified: ReadonlySet<string>): void {
	const { kept, lost, unproven } = output.preservation;
	const set = given.preserved.map(({ claim }) => claim);
	must([...kept, ...lost, ...unproven].toSorted().join() === set.toSorted().join(), "the set is not parted");
	const next = output.nextPreserved.map(({ claim }) => claim);
	for (const id of set) must(next.includes(id), `${id} fell out of the set`);
	for (const id of next) must(verified.has(id) || set.includes(id), `${id} came into the set unverified`);
}

function checkLedger(given: AssessInput, output: AssessOutput, heard: boolean, violation: boolean): void {
	const { ledger, issueEvents } = output;
	must(heard || issueEvents.length === 0, "an untested loop moved the ledger");
	const replayed = new Map<string, IssueStatus>(given.ledger.map(({ key, status }) => [key, status]));
	for (const event of issueEvents) {
		must(event.from === (replayed.get(event.key) ?? null), `${event.key}: an event starts elsewhere`);
		replayed.set(event.key, event.to);
		if (event.kind !== "closed") continue;
		must(!violation && event.records.some(strong), `${event.key}: closed without proof`);
		must(!given.report?.findings.some(({ id }) => id === event.key), `${event.key}: closed though found`);
	}
	must(
		ledger.map(({ key, status }) => `${key} ${status}`).join() ===
			[...replayed].map((pair) => pair.join(" ")).join(),
		"the events don't lead to the ledger",
	);
	for (const { key, reopenings } of ledger) {
		const before = given.ledger.find((item) => item.key === key)?.reopenings ?? 0;
		const regressed = issueEvents.filter((event) => event.key === key && event.kind === "regressed").length;
		must(regressed <= (violation ? 0 : 1), `${key}: regressed more than once`);
		must(reopenings === before + regressed, `${key}: miscounted`);
	}
}

it("keeps its promises in 1,500 random examinations", () => {
	const seen = new Map<string, number>();
	const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
	for (let seed = 1; seed <= 1_500; seed += 1) {
		const given = randomInput(seed);
		const output = assess(given);
		try {
			check(given, output);
		} catch (error) {
			throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, {
				cause: error,
			});
		}
		for (const judgement of ["status", "integrity", "contract"] as const) count(output.verdict[judgement]);
		if (output.productComplete) count("complete");
		for (const { kind } of output.issueEvents) count(kind);
		for (const { gapReason } of output.claims) if (gapReason !== null) count(gapReason);
	}
	// a promise about what never happens would be worth nothing
	for (const what of [
		"pass",
		"fail",
		"blocked",
		"untested",
		"clean",
		"suspect",
		"violation",
		"aligned",
		"unknown",
		"needs_revision",
		"invalid",
		"complete",
		"opened",
		"seen",
		"closed",
		"regressed",
		"refuted",
		"no_record",
		"unknown_record",
		"other_candidate",
		"agent_record_only",
		"file_of_candidate",
		"source_inspection_only",
		"record_failed",
		"left_out",
		"no_report",
	]) {
		expect(seen.get(what) ?? 0, what).toBeGreaterThan(3);
	}
}, 60_000);
