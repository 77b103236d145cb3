import type { PreservedClaim } from "./assess-types.ts";
import type { DevelopmentDocument } from "./development-document.ts";
import type { AssessedClaim, ExecutionRecord, ReportedFinding } from "./evidence.ts";
import type { Issue } from "./ledger.ts";
import type { Phase } from "./project-config.ts";
import type { Role } from "./role.ts";
import type { Verdict } from "./verdict.ts";

/** What the last examination proved, as the next planner may see it. Never a score. */
export interface PriorEvidence {
	loop: number;
	candidate: string;
	verdict: Verdict;
	summary: string;
	claims: Pick<AssessedClaim, "id" | "statement" | "verdict" | "reason" | "observed">[];
	findings: ReportedFinding[];
	preservation: { kept: string[]; lost: string[]; unproven: string[] };
	checks: { id: string; status: string }[];
	probes: { id: string; status: string; message: string }[];
}

/** Everything that a prompt may contain. What a role must not see is absent, not hidden. */
export interface PromptInputs {
	role: Role;
	loop: number;
	loops: number;
	attempt: number;
	spec: string;
	/** folder in which the answer belongs: `${outbox}/result.json` */
	outbox: string;
	workspace: string;
	/** JSON Schema of the answer */
	resultSchema: unknown;
	/** what was wrong with the last answer; not empty only in a correction */
	problems: string[];
	/** criteria in phases; empty when they are still to be extracted from the spec */
	phases: Phase[];
	/** what the planner has to propose as data because the project says nothing of it */
	missing: ("criteria" | "setup" | "serve" | "checks" | "probes")[];
	preserved: PreservedClaim[];
	ledger: Issue[];
	evidence: PriorEvidence | null;
	/** paths of the workspace, at most some hundreds */
	files: string[];
	plan: DevelopmentDocument | null;
	planMarkdown: string | null;
	/** tester: records that the runtime has captured on this candidate, to be cited by `ref` */
	records: Pick<ExecutionRecord, "ref" | "kind" | "title" | "passed" | "observation">[];
	appUrl: string | null;
	/** tester: its browser, as MCP tools and a command or as the command alone; or why there is none. Null: another role */
	look: { tools: boolean; command: string } | { why: "no_serve" | "not_served" | "no_browser" } | null;
	candidate: string | null;
	/** a person's extra wish (examine again, notes) */
	instruction: string | null;
}
