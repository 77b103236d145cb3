import type { Budgets } from "./budgets.ts";
import type { DeveloperStatus } from "./developer-report.ts";
import type { Severity } from "./evidence.ts";
import type { IssueStatus } from "./ledger.ts";
import type { ErrorKind } from "./outcome.ts";
import type { Bindings, Role } from "./role.ts";
import type { EndCause, ProtocolOptions, RunStatus } from "./run.ts";
import type { Stage } from "./stage.ts";
import type { Usage } from "./usage.ts";
import type { Verdict } from "./verdict.ts";

/** One row of the run's ledger. Null = not there (yet), never 0 for unknown. */
export interface LoopRow {
	loop: number;
	startedAt: number;
	endedAt: number | null;
	phase: string | null;
	objective: string | null;
	acceptance: string[];
	preserved: number | null;
	candidate: {
		id: string;
		tree: string;
		label: string;
		parentId: string | null;
		changedPaths: number;
		files: number;
		bytes: number;
	} | null;
	/** the Developer ran and left the tree as it was */
	unchanged: boolean;
	developer: DeveloperStatus | null;
	verdict: Verdict | null;
	examinationId: string | null;
	verified: number | null;
	gaps: number | null;
	findings: number | null;
	screenshots: number | null;
	kept: number | null;
	lost: string[];
	productComplete: boolean;
	issuesOpened: number;
	issuesClosed: number;
	issuesReopened: number;
	/** last picture of each probe, in the order they ended */
	screens: { probeId: string; sha256: string | null; status: string }[];
	checks: { checkId: string; status: string }[];
	usage: Partial<Record<Role, Usage>>;
	calls: Partial<Record<Role, number>>;
	/** time of the calls that have ended, milliseconds */
	took: Partial<Record<Role, number>>;
	/** the run's time at work when the loop began, milliseconds */
	activeBefore: number;
}

/** Limits of a run, what a person added to them, and what came of them. */
export interface RunBudgets {
	/** as fixed when the run started */
	configured: Budgets;
	/** limits that hold instead, by their place */
	raised: Record<string, number>;
	/** place of each budget of which 80 % are used */
	warned: string[];
	/** the one that a paused or ended run has used up */
	reached: { key: string; used: number | null; limit: number; action: "pause" | "stop"; text: string } | null;
	diskBytes: number | null;
}

export interface StageState {
	stage: Stage;
	state: "idle" | "active" | "done" | "failed";
	since: number | null;
	/** set too while an active stage's clock stands, because the run rests or waits */
	durationMs: number | null;
	note: string;
}

export interface IssueRow {
	key: string;
	title: string;
	severity: Severity;
	status: IssueStatus;
	firstLoop: number;
	lastLoop: number;
	reopenings: number;
	history: { loop: number; from: IssueStatus | null; to: IssueStatus; reopened: boolean }[];
}

/** Counts after a loop; `scope` = all issues ever known, `reopened` = how many came back in this very loop. */
export interface TrajectoryPoint {
	loop: number;
	scope: number;
	open: number;
	closed: number;
	reopened: number;
}

/** Everything the Run page, the Runs table and Compare show of a run; folded from its events alone. */
export interface RunView {
	runId: string;
	number: number;
	projectId: string;
	projectName: string;
	protocol: string;
	options: ProtocolOptions;
	bindings: Bindings;
	configHash: string;
	createdAt: number;
	startedAt: number | null;
	endedAt: number | null;
	status: RunStatus;
	endCause: EndCause | null;
	detail: string;
	question: string | null;
	until: string | null;
	/** loop that is under way or was last */
	loop: number;
	stages: StageState[];
	/** what is going on right now, one line */
	invocation: {
		id: string;
		role: Role;
		harness: string;
		model: string | null;
		since: number;
		sandbox: "enforced" | "none";
	} | null;
	rows: LoopRow[];
	issues: IssueRow[];
	trajectory: TrajectoryPoint[];
	criteria: number | null;
	humanInterventions: number;
	/** time at work before `activeSince`, milliseconds; pauses are left out */
	activeMs: number;
	/** null while the run rests */
	activeSince: number | null;
	budgets: RunBudgets;
	lastError: { kind: ErrorKind; message: string; loop: number; role: Role } | null;
	notices: { at: number; loop: number; level: "info" | "warning" | "error"; text: string }[];
	/** last event folded in */
	seq: number;
}
