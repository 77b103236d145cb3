import type { AssessInput } from "./assess-types.ts";
import type { AssessedClaim, ExecutionRecord, GapReason, ReportedClaim } from "./evidence.ts";
import { candidateLabel } from "./ids.ts";

/** What the backcheck needs to know of one examination. */
export interface BackcheckFacts
	extends Pick<
		AssessInput,
		"loop" | "tree" | "records" | "candidateContents" | "earlierContents" | "earlierLabels"
	> {
	/** a candidate file was changed: nothing of this examination can prove anything */
	violation: boolean;
}

/** What a cited ref turns out to be. Only `strong` can prove; `failed` is strong but says no. */
type Citation =
	| "strong"
	| "failed"
	| "unknown"
	| "other_candidate"
	| "file_of_candidate"
	| "brought_again"
	| "source"
	| "weak";

const strongOrigins = new Set(["host", "mediated", "harness_event"]);

/**
 * The host's judgement of one reported claim (design §5.4): `verified` only if the tester says so and at least one
 * cited record was made on this candidate by something that the agent can't forge, and doesn't itself say "failed".
 */
export function backcheck(
	claim: ReportedClaim,
	facts: BackcheckFacts,
	marks: { acceptance: boolean; preservation: boolean },
): AssessedClaim {
	const gap = gapOf(claim, facts);
	return {
		...claim,
		...marks,
		verdict: gap === null ? "verified" : "gap",
		gapReason: gap?.reason ?? null,
		reason: gap?.text ?? provenText(claim, facts),
	};
}

/** Does the list cite at least one record that could prove something about this candidate, whatever it says? */
export function citesStrongRecord(refs: readonly string[], facts: BackcheckFacts): boolean {
	return refs.some((ref) => {
		const citation = classify(ref, facts);
		return citation === "strong" || citation === "failed";
	});
}

/** Would these refs verify a claim? The same test as for claims, used before an issue may close. */
export function provesByRecords(refs: readonly string[], facts: BackcheckFacts): boolean {
	return !facts.violation && citationGap(refs, facts) === null;
}

function gapOf(claim: ReportedClaim, facts: BackcheckFacts): { reason: GapReason; text: string } | null {
	if (claim.assessment === "unproven") {
		return { reason: "unproven", text: `QA could not prove it${because(claim)}.` };
	}
	if (facts.violation) {
		return {
			reason: "integrity_violation",
			text: "Candidate files changed during the examination, so nothing that it observed counts.",
		};
	}
	if (claim.assessment === "refuted") {
		return { reason: "refuted", text: `QA saw that it does not hold${because(claim)}.` };
	}
	return citationGap(claim.records, facts);
}

function because(claim: ReportedClaim): string {
	const why = claim.limitation || claim.observed;
	return why === "" ? "" : `: ${why.length > 300 ? `${why.slice(0, 299)}…` : why.replace(/[.\s]+$/, "")}`;
}

function citationGap(
	refs: readonly string[],
	facts: BackcheckFacts,
): { reason: GapReason; text: string } | null {
	if (refs.length === 0) {
		return { reason: "no_record", text: "QA says verified but cites no execution record." };
	}
	const cited = refs.map((ref) => ({ ref, is: classify(ref, facts) }));
	const named = (kind: Citation) =>
		cited
			.filter((citation) => citation.is === kind)
			.map((citation) => citation.ref)
			.join(", ");
	const has = (kind: Citation) => cited.some((citation) => citation.is === kind);
	// a claim that leans on something invented or foreign is not saved by a good record beside it
	if (has("unknown")) {
		return {
			reason: "unknown_record",
			text: `QA cites a record that does not exist on this candidate: ${named("unknown")}.`,
		};
	}
	if (has("other_candidate")) {
		return {
			reason: "other_candidate",
			text: `QA cites a record of another candidate: ${named("other_candidate")}.`,
		};
	}
	if (has("strong")) return null;
	if (has("failed")) {
		return {
			reason: "record_failed",
			text: `The cited record says the opposite: ${named("failed")} failed.`,
		};
	}
	if (has("file_of_candidate")) {
		return {
			reason: "file_of_candidate",
			text: `The cited file is a file of the candidate itself, not an observation: ${named("file_of_candidate")}.`,
		};
	}
	if (has("brought_again")) {
		return {
			reason: "other_candidate",
			text: `The cited file is a record of an earlier candidate: ${named("brought_again")}.`,
		};
	}
	if (!has("weak")) {
		return {
			reason: "source_inspection_only",
			text: "Only reading of source code is cited; it may support a claim but never proves it.",
		};
	}
	return {
		reason: "agent_record_only",
		text: `Only records that the agent made itself are cited: ${named("weak")}.`,
	};
}

function classify(ref: string, facts: BackcheckFacts): Citation {
	const record = findRecord(ref, facts);
	if (record === undefined) {
		const foreign = facts.earlierLabels.some((label) => ref.split("/").includes(label));
		return foreign ? "other_candidate" : "unknown";
	}
	if (record.tree !== facts.tree) return "other_candidate";
	if (isCandidateFile(record, facts.candidateContents)) return "file_of_candidate";
	if (!strongOrigins.has(record.origin)) {
		if (record.sha256 !== null && record.size !== 0 && facts.earlierContents.has(record.sha256)) {
			return "brought_again";
		}
		return record.kind === "source_inspection" ? "source" : "weak";
	}
	if (record.kind === "source_inspection") return "source";
	return record.passed === false ? "failed" : "strong";
}

/** Refs are cited bare, or with this candidate's own label in front. */
function findRecord(ref: string, facts: BackcheckFacts): ExecutionRecord | undefined {
	const own = `${candidateLabel(facts.loop, facts.tree)}/`;
	const bare = ref.startsWith(own) ? ref.slice(own.length) : ref;
	return facts.records.find((record) => record.ref === bare);
}

/**
 * A file whose bytes are in the candidate is no evidence (design §5.3), be it brought by the agent or picked up as a
 * declared output of a check (`check:<id>:<path>`). What we wrote down ourselves (a log, a picture of our browser) is
 * not a file of the candidate even if the bytes agree, and neither are empty files.
 */
function isCandidateFile(record: ExecutionRecord, contents: ReadonlySet<string>): boolean {
	if (record.sha256 === null || record.size === 0 || !contents.has(record.sha256)) return false;
	return !strongOrigins.has(record.origin) || /^check:[^:]+:./.test(record.ref);
}

function provenText(claim: ReportedClaim, facts: BackcheckFacts): string {
	const strong = claim.records.filter((ref) => classify(ref, facts) === "strong");
	return `Proved on this candidate by ${strong.join(", ")}.`;
}
