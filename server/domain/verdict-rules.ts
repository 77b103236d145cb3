import type { AssessInput } from "./assess-types.ts";
import type { AssessedClaim, ReportedFinding } from "./evidence.ts";
import type { Issue } from "./ledger.ts";
import { listed, plural } from "./sentences.ts";
import type { Verdict } from "./verdict.ts";

type Judgement<K extends "status" | "integrity" | "contract"> = { value: Verdict[K]; reasons: string[] };

/** Did anything touch the copy that was examined, and would we have seen it? (design §5.1, §5.2) */
export function judgeIntegrity(
	input: Pick<AssessInput, "tree" | "integrity" | "testerBound">,
): Judgement<"integrity"> {
	const { treeBefore, treeAfter, changes, sandbox } = input.integrity;
	const reasons: string[] = [];
	if (treeBefore !== input.tree) {
		reasons.push("The copy that was examined was not this candidate.");
	}
	const broken = changes.filter((change) => change.violation).map((change) => change.path);
	if (broken.length > 0) {
		reasons.push(
			`${plural(broken.length, "candidate file")} changed during the examination: ${listed(broken)}.`,
		);
	} else if (treeBefore !== treeAfter) {
		reasons.push("The candidate's tree was different after the examination.");
	}
	if (reasons.length > 0) return { value: "violation", reasons };
	if (sandbox === "none") {
		return {
			value: "suspect",
			reasons: ["No sandbox stood around the examination, so unseen changes can't be excluded."],
		};
	}
	return { value: "clean", reasons };
}

/** `pass` needs everything that was asked proved, and nothing known to be broken. Every obstacle is listed. */
export function judgeStatus(
	input: Pick<AssessInput, "testerBound" | "report" | "checks" | "probes" | "examineProblem">,
	judged: {
		claims: readonly AssessedClaim[];
		/** ids that must be verified, beside the preserved ones: acceptance and constraints, in order */
		required: { criteria: readonly string[]; constraints: readonly string[] };
		preservation: { lost: readonly string[]; unproven: readonly string[] };
		findings: readonly ReportedFinding[];
		/** after this examination */
		ledger: readonly Issue[];
	},
): Judgement<"status"> {
	const obstacles = [...runtimeObstacles(input)];
	if (!input.testerBound) {
		return { value: "untested", reasons: ["No tester examined this candidate.", ...obstacles] };
	}
	if (input.report === null) {
		return { value: "untested", reasons: ["QA gave no readable report.", ...obstacles] };
	}
	if (input.report.status === "blocked") {
		const summary = firstSentence(input.report.summary);
		return {
			value: "blocked",
			reasons: [`QA could not examine it${summary === "" ? "." : `: ${summary}`}`, ...obstacles],
		};
	}
	const verified = new Set(
		judged.claims.filter((claim) => claim.verdict === "verified").map((claim) => claim.id),
	);
	const unproved = (ids: readonly string[]) => ids.filter((id) => !verified.has(id));
	const count = (open: string[], all: readonly string[], what: string, more = `${what}s`) => {
		if (open.length === 0) return;
		obstacles.push(
			`QA could not prove ${open.length} of ${plural(all.length, what, more)}: ${listed(open)}.`,
		);
	};
	count(
		unproved(judged.required.criteria),
		judged.required.criteria,
		"acceptance criterion",
		"acceptance criteria",
	);
	count(unproved(judged.required.constraints), judged.required.constraints, "constraint");
	const { lost, unproven } = judged.preservation;
	if (lost.length > 0) {
		obstacles.push(`${plural(lost.length, "earlier verified claim")} no longer hold: ${listed(lost)}.`);
	}
	if (unproven.length > 0) {
		obstacles.push(
			`${plural(unproven.length, "earlier verified claim")} not proved again: ${listed(unproven)}.`,
		);
	}
	obstacles.push(...defectObstacles(judged.findings, judged.ledger));
	if (verified.size === 0) obstacles.push("Nothing at all was verified.");
	if (input.report.status === "fail") obstacles.push("QA's own judgement is fail.");
	return { value: obstacles.length === 0 ? "pass" : "fail", reasons: obstacles };
}

function runtimeObstacles(input: Pick<AssessInput, "checks" | "probes" | "examineProblem">): string[] {
	const obstacles: string[] = [];
	if (input.examineProblem !== null) {
		obstacles.push(input.examineProblem);
	}
	for (const [list, what] of [
		[input.checks, "check"],
		[input.probes, "probe"],
	] as const) {
		const bad = list.filter((item) => item.required && item.status !== "pass");
		const ids = [...new Set(bad.map((item) => `${item.id} (${item.status})`))];
		if (ids.length > 0) {
			obstacles.push(`${plural(ids.length, `required ${what}`)} did not pass: ${listed(ids)}.`);
		}
	}
	return obstacles;
}

/** A claimed fix counts as open until QA proves it. */
function defectObstacles(findings: readonly ReportedFinding[], ledger: readonly Issue[]): string[] {
	const closed = new Set(["closed", "policy_invalidated"]);
	const serious = new Map<string, string>();
	for (const issue of ledger) {
		if (!closed.has(issue.status) && issue.severity !== "minor") serious.set(issue.key, issue.severity);
	}
	for (const finding of findings) {
		if (finding.severity !== "minor") serious.set(finding.id, finding.severity);
	}
	return (["blocker", "major"] as const).flatMap((severity) => {
		const keys = [...serious].filter(([, value]) => value === severity).map(([key]) => key);
		return keys.length === 0 ? [] : [`${plural(keys.length, `open ${severity} issue`)}: ${listed(keys)}.`];
	});
}

function firstSentence(summary: string): string {
	const line = summary.trim().split("\n", 1)[0] ?? "";
	return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
