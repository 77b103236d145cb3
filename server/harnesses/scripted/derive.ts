import type { EvidenceReport, ReportedClaim, ReportedFinding } from "../../domain/evidence.ts";
import type { PromptData } from "./prompt-data.ts";
import type { Derive, DerivedClaim } from "./scenario.ts";

/**
 * An honest tester's report, computed from the records that the runtime captured: a claim is verified only if its cited
 * records passed (at least one says so itself), refuted if one failed, unproven if none speaks.
 */
export function deriveReport(derive: Derive, data: PromptData): EvidenceReport {
	const claims: ReportedClaim[] = [];
	const findings: ReportedFinding[] = [];
	const byFinding = new Map<string, ReportedClaim>();
	for (const source of dueClaims(derive, data)) {
		const { claim, speaking } = judge(source, data);
		claims.push(claim);
		if (!source.finding) continue;
		byFinding.set(source.finding.id, claim);
		if (claim.assessment === "refuted") {
			findings.push({
				...source.finding,
				detail: detailOf(source, speaking),
				claim: claim.id,
				records: claim.records,
			});
		}
	}
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const due = new Set([...data.acceptance, ...data.preserved.map((item) => item.claim)]);
	const good =
		claims.every((claim) => claim.assessment !== "refuted") &&
		[...due].every((id) => byId.get(id)?.assessment === "verified");
	return {
		status: claims.length === 0 ? "blocked" : good ? "pass" : "fail",
		summary: derive.summary,
		claims,
		findings,
		issues: data.issues
			.filter((issue) => issue.status !== "closed" && issue.status !== "policy_invalidated")
			.map((issue) => {
				const claim = byFinding.get(issue.key) ?? (issue.claim === null ? undefined : byId.get(issue.claim));
				const assessment = claim?.assessment ?? "unproven";
				return {
					id: issue.key,
					observed:
						assessment === "verified"
							? "resolved"
							: assessment === "refuted"
								? "still_present"
								: "not_observed",
					records: claim?.records ?? [],
					note: claim?.observed ?? "",
				};
			}),
	};
}

/** Claims to report: named ones first, then the rest of the acceptance and preserved lists where the scenario asks for it. */
function dueClaims(derive: Derive, data: PromptData): DerivedClaim[] {
	const statements = new Map(data.preserved.map((item) => [item.claim, item.statement]));
	const due = new Set([...data.acceptance, ...statements.keys()]);
	const list: DerivedClaim[] = [];
	const seen = new Set<string>();
	const add = (claim: DerivedClaim) => {
		if (seen.has(claim.id)) return;
		seen.add(claim.id);
		list.push(claim);
	};
	const isList = (id: string) => id === "acceptance" || id === "preserved";
	for (const claim of derive.claims) {
		if (!isList(claim.id) && (derive.scope === "all" || due.has(claim.id))) add(claim);
	}
	for (const claim of derive.mint) add(claim);
	for (const claim of derive.claims.filter((item) => isList(item.id))) {
		for (const id of claim.id === "acceptance" ? data.acceptance : statements.keys()) {
			add({ ...claim, id, statement: statements.get(id) || claim.statement });
		}
	}
	return list;
}

function judge(source: DerivedClaim, data: PromptData) {
	const patterns = source.records.map((pattern) => globToPattern(pattern.replaceAll("{id}", source.id)));
	const cited = data.records.filter((record) => patterns.some((pattern) => pattern.test(record.ref)));
	const speaking = cited.filter((record) => record.passed !== null);
	const assessment =
		speaking.length === 0
			? "unproven"
			: speaking.every((record) => record.passed === true)
				? "verified"
				: "refuted";
	const observed = {
		verified: source.observedPass,
		refuted: source.observedFail,
		unproven: "no record of this candidate speaks for or against it",
	}[assessment];
	const claim: ReportedClaim = {
		id: source.id,
		statement: source.statement || source.id,
		scope: "",
		method: source.method,
		observed,
		impact: source.impact,
		limitation: "",
		assessment,
		records: cited.map((record) => record.ref),
	};
	return { claim, speaking };
}

function detailOf(source: DerivedClaim, speaking: PromptData["records"]): string {
	const failing = speaking
		.filter((record) => record.passed === false)
		.map((record) => `${record.ref}${record.observation === "" ? "" : `: ${record.observation}`}`);
	return [source.finding?.detail ?? "", ...failing]
		.filter((part) => part !== "")
		.join("\n")
		.slice(0, 8000);
}

/** `*` stands for any text. */
function globToPattern(glob: string): RegExp {
	const escaped = glob.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${escaped.join(".*")}$`);
}
