import type { AssessInput, AssessOutput } from "./assess-types.ts";
import { type BackcheckFacts, backcheck } from "./backcheck.ts";
import { judgeContract } from "./contract.ts";
import type { AssessedClaim, GapReason, ReportedClaim } from "./evidence.ts";
import { applyReport } from "./ledger-rules.ts";
import { currentPhase, isProductComplete } from "./phase.ts";
import { judgePreservation, nextPreserved } from "./preservation.ts";
import type { Verdict } from "./verdict.ts";
import { judgeIntegrity, judgeStatus } from "./verdict-rules.ts";

/**
 * Judges one candidate: backcheck of every claim, three separate judgements, ledger, preservation, phase (design §4,
 * §5). Pure: the same input always gives the same output. For an examination that a person asked for, the caller
 * shows claims and verdict and throws ledger and preservation away.
 */
export function assess(input: AssessInput): AssessOutput {
	const integrity = judgeIntegrity(input);
	const facts: BackcheckFacts = {
		loop: input.loop,
		tree: input.tree,
		records: input.records,
		candidateContents: input.candidateContents,
		earlierContents: input.earlierContents,
		earlierLabels: input.earlierLabels,
		violation: integrity.value === "violation",
	};
	const required = requiredIds(input);
	const claims = judgeClaims(input, facts, required);
	const preservation = judgePreservation(input.preserved, claims, facts);
	// without a tester there is no report to listen to, whatever the caller passes
	const report = input.testerBound ? input.report : null;
	const change = applyReport(input.ledger, report, claims, facts);
	const findings = report?.findings ?? [];
	const status = judgeStatus(
		{ ...input, report },
		{ claims, required, preservation, findings, ledger: change.issues },
	);
	const contract = judgeContract({ ...input, report });
	const verdict: Verdict = {
		status: status.value,
		integrity: integrity.value,
		contract: contract.value,
		reasons: [
			...status.reasons.map((text) => ({ judgement: "status" as const, text })),
			...integrity.reasons.map((text) => ({ judgement: "integrity" as const, text })),
			...contract.reasons.map((text) => ({ judgement: "contract" as const, text })),
		],
	};
	return {
		claims,
		findings,
		verdict,
		preservation,
		nextPreserved: nextPreserved(input.preserved, claims, input.loop),
		ledger: change.issues,
		issueEvents: change.events,
		phase: currentPhase(input.phases, claims),
		productComplete: isProductComplete(input.phases, claims, verdict),
	};
}

/**
 * What must be verified for a pass, beside the preserved claims: acceptance and constraints of the plan. Where there
 * is no plan (a candidate of `vanilla` that a tester examines) the whole spec is the measure.
 */
function requiredIds(input: AssessInput): { criteria: string[]; constraints: string[] } {
	if (input.plan !== null) {
		const criteria = [...new Set(input.plan.acceptance)];
		const constraints = input.plan.constraints.filter((id) => !criteria.includes(id));
		return { criteria, constraints: [...new Set(constraints)] };
	}
	const all = input.phases.flatMap((phase) => phase.criteria);
	return {
		criteria: all.filter((item) => item.kind === "criterion" && item.blocking).map((item) => item.id),
		constraints: all.filter((item) => item.kind === "constraint").map((item) => item.id),
	};
}

/** The reported claims in their order, then a gap for every demanded one that the report doesn't mention. */
function judgeClaims(
	input: AssessInput,
	facts: BackcheckFacts,
	required: { criteria: string[]; constraints: string[] },
): AssessedClaim[] {
	const acceptance = new Set([...required.criteria, ...required.constraints]);
	const preserved = new Set(input.preserved.map((claim) => claim.claim));
	const marks = (id: string) => ({ acceptance: acceptance.has(id), preservation: preserved.has(id) });
	const report = input.testerBound ? input.report : null;
	const claims = new Map<string, AssessedClaim>();
	for (const reported of report?.claims ?? []) {
		const claim = backcheck(reported, facts, marks(reported.id));
		const known = claims.get(claim.id);
		// said twice: the worse word counts
		if (known === undefined || rank(claim) > rank(known)) claims.set(claim.id, claim);
	}
	const statements = statementsOf(input);
	for (const id of [...acceptance, ...preserved]) {
		if (claims.has(id)) continue;
		const gap = absence(input.testerBound, report !== null);
		claims.set(id, { ...emptyClaim(id, statements.get(id) ?? id), ...marks(id), verdict: "gap", ...gap });
	}
	return [...claims.values()];
}

function rank(claim: AssessedClaim): number {
	if (claim.verdict === "verified") return 0;
	return claim.gapReason === "refuted" ? 2 : 1;
}

function absence(testerBound: boolean, reported: boolean): { gapReason: GapReason; reason: string } {
	if (reported) return { gapReason: "left_out", reason: "QA's report does not mention it." };
	return {
		gapReason: "no_report",
		reason: testerBound ? "QA gave no readable report." : "No tester examined this candidate.",
	};
}

function statementsOf(input: AssessInput): Map<string, string> {
	return new Map([
		...input.preserved.map((claim) => [claim.claim, claim.statement] as const),
		...input.phases.flatMap((phase) =>
			phase.criteria.map((criterion) => [criterion.id, criterion.statement] as const),
		),
	]);
}

function emptyClaim(id: string, statement: string): ReportedClaim {
	return {
		id,
		statement,
		scope: "",
		method: "",
		observed: "",
		impact: "",
		limitation: "",
		assessment: "unproven",
		records: [],
	};
}
