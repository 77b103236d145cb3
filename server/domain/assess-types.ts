import type { DevelopmentDocument } from "./development-document.ts";
import type { AssessedClaim, EvidenceReport, ExecutionRecord, ReportedFinding } from "./evidence.ts";
import type { Issue, IssueEvent } from "./ledger.ts";
import type { Phase } from "./project-config.ts";
import type { Verdict } from "./verdict.ts";

/** A claim that was verified on an earlier candidate and must stay true. */
export interface PreservedClaim {
	claim: string;
	statement: string;
	/** loop in which it was last verified */
	loop: number;
}

/** Everything that is known of one candidate when it is judged. All of it captured by us, but `report`. */
export interface AssessInput {
	loop: number;
	tree: string;
	/** false: no tester in this protocol or examination; the status is then `untested` */
	testerBound: boolean;
	/** null: the tester's answer stayed unreadable, or there was none */
	report: EvidenceReport | null;
	/** the copy that the tester worked on: what changed, and whether an operating-system wall stood around it */
	integrity: {
		treeBefore: string;
		treeAfter: string;
		changes: { path: string; change: "added" | "changed" | "deleted"; violation: boolean }[];
		sandbox: "enforced" | "none";
	};
	records: ExecutionRecord[];
	/** sha256 of every file of the candidate: such a file is no evidence */
	candidateContents: ReadonlySet<string>;
	/** sha256 of records of earlier candidates: an agent that brings them again proves nothing about this one */
	earlierContents: ReadonlySet<string>;
	/** labels (`loop-01-3f9a…`) of earlier candidates, to recognise citations such as `loop-01-3f9a…/probe:board` */
	earlierLabels: readonly string[];
	/** null where the protocol has no planner */
	plan: DevelopmentDocument | null;
	/** criteria in force, in phases */
	phases: Phase[];
	/** the preservation set after this plan's reasoned drops */
	preserved: PreservedClaim[];
	/** claims that the plan drops although they were never in the set (`applyDrops`); absent = none */
	unknownDrops?: readonly string[];
	checks: { id: string; required: boolean; status: "pass" | "fail" | "timeout" | "error" }[];
	probes: { id: string; required: boolean; status: "pass" | "fail" | "timeout" | "error" | "unavailable" }[];
	/** a sentence that says why checks or probes could not be run at all; null = they ran */
	examineProblem: string | null;
	changedPaths: string[];
	/** ledger before this assessment, fix claims of the Developer already applied */
	ledger: Issue[];
}

export interface AssessOutput {
	claims: AssessedClaim[];
	/** the tester's findings; refs as reported */
	findings: ReportedFinding[];
	verdict: Verdict;
	preservation: { kept: string[]; lost: string[]; unproven: string[] };
	/** the preservation set for the next loop */
	nextPreserved: PreservedClaim[];
	ledger: Issue[];
	issueEvents: IssueEvent[];
	/** first phase with an unverified blocking criterion; null = none */
	phase: string | null;
	productComplete: boolean;
}
