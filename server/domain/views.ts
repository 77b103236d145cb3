import type { DeveloperReport, DeveloperStatus } from "./developer-report.ts";
import type { DevelopmentDocument } from "./development-document.ts";
import type { DoctorView } from "./doctor-view.ts";
import type { Problem } from "./errors.ts";
import type { AssessedClaim, ExecutionRecord, ReportedFinding, Severity } from "./evidence.ts";
import type { HarnessEvent } from "./harness.ts";
import type { IssueEventKind, IssueStatus } from "./ledger.ts";
import type { ErrorKind, InvocationOutcome } from "./outcome.ts";
import type { Phase, ProjectConfig } from "./project-config.ts";
import type { ProtocolDefinition } from "./protocol.ts";
import type { Access, Bindings, Role } from "./role.ts";
import type { EndCause, ProtocolOptions, RunStatus } from "./run.ts";
import type { RunView } from "./run-view.ts";
import type { Usage } from "./usage.ts";
import type { Verdict } from "./verdict.ts";

/*
 * What the API hands to pages: plain data, times in milliseconds since 1970, null = unknown or not there.
 */

/** A content that a page may show. `url` is signed and relative to the UI's own origin; pictures only. Anything that an
 * agent made and that a browser could run has `artifactUrl` on the second site instead. */
export interface ContentRef {
	sha256: string;
	mime: string;
	size: number;
	url: string | null;
	artifactUrl: string | null;
	/** removed: by gc, at `removedAt`; damaged or missing: the bytes can't be shown and prove nothing */
	state: "kept" | "removed" | "damaged" | "missing";
	removedAt: number | null;
}

export interface RunListRow {
	runId: string;
	number: number;
	projectId: string;
	projectName: string;
	protocol: string;
	bindings: Bindings;
	status: RunStatus;
	endCause: EndCause | null;
	detail: string;
	stage: string | null;
	loop: number;
	loops: number;
	trajectory: RunView["trajectory"];
	tokens: number | null;
	tokensOrigin: "reported" | "simulated" | null;
	costUsd: number | null;
	verdict: Verdict | null;
	createdAt: number;
	startedAt: number | null;
	endedAt: number | null;
	/** time at work before `activeSince`, milliseconds; pauses are left out */
	activeMs: number;
	activeSince: number | null;
	seq: number;
}

export interface CheckView {
	checkId: string;
	title: string;
	command: string;
	required: boolean;
	proposed: boolean;
	status: "pass" | "fail" | "timeout" | "error";
	exitCode: number | null;
	durationMs: number;
	stdout: ContentRef | null;
	stderr: ContentRef | null;
	message: string;
}

export interface ProbeView {
	probeId: string;
	title: string;
	repetition: number;
	required: boolean;
	proposed: boolean;
	status: "pass" | "fail" | "timeout" | "error" | "unavailable";
	message: string;
	screenshot: (ContentRef & { width: number; height: number }) | null;
	console: { level: string; text: string }[];
	failedRequests: { url: string; status: number | null; error: string }[];
	steps: { step: string; ok: boolean; value: string | null; message: string }[];
	durationMs: number;
}

export interface RecordView extends ExecutionRecord {
	content: ContentRef | null;
}

export interface FindingView extends ReportedFinding {
	issueStatus: IssueStatus | null;
}

export interface ExaminationView {
	id: string;
	official: boolean;
	status: "running" | "assessed" | "failed";
	message: string;
	tester: { harness: string; model: string | null } | null;
	instruction: string | null;
	startedAt: number;
	endedAt: number | null;
	treeBefore: string | null;
	treeAfter: string | null;
	/** what the tester's copy gained, lost or changed; `violation` marks changes of candidate files */
	changes: { path: string; change: "added" | "changed" | "deleted"; violation: boolean }[];
	summary: string;
	verdict: Verdict | null;
	preservation: { kept: string[]; lost: string[]; unproven: string[] } | null;
	checks: CheckView[];
	probes: ProbeView[];
	records: RecordView[];
	claims: AssessedClaim[];
	findings: FindingView[];
}

export interface InvocationSummary {
	id: string;
	loop: number;
	role: Role;
	attempt: number;
	harness: string;
	model: string | null;
	effort: string | null;
	access: Access;
	sandbox: "enforced" | "none";
	resumesId: string | null;
	sessionId: string | null;
	startedAt: number;
	endedAt: number | null;
	outcome: InvocationOutcome | null;
	errorKind: ErrorKind | null;
	message: string | null;
	exitCode: number | null;
	signal: string | null;
	endedBy: string | null;
	usage: Usage | null;
	events: number;
}

/** The exact inputs of one call, for audit (design §5.7). */
export interface InvocationView extends InvocationSummary {
	runId: string;
	prompt: string;
	promptSha256: string;
	inputs: { name: string; sha256: string; content: ContentRef | null }[];
	argv: string[];
	finalMessage: string | null;
	result: string | null;
	stdout: ContentRef | null;
	stderr: ContentRef | null;
}

export interface ChangedPath {
	path: string;
	change: "add" | "update" | "delete";
	/** size after, before; null where there is none */
	sizeAfter: number | null;
	sizeBefore: number | null;
}

export interface CandidateSummary {
	id: string;
	loop: number;
	label: string;
	tree: string;
	gitTree: string;
	parentId: string | null;
	parentLabel: string | null;
	files: number;
	bytes: number;
	createdAt: number;
	changedPaths: ChangedPath[];
}

export interface LoopView {
	runId: string;
	loop: number;
	startedAt: number;
	endedAt: number | null;
	plan: DevelopmentDocument | null;
	planMarkdown: string | null;
	planHash: string | null;
	preservation: { set: string[]; dropped: { claim: string; reason: string }[] } | null;
	/** criteria in force in this loop, in phases; `proposed` = came from a planner */
	phases: (Phase & { proposed: boolean })[];
	/** parts of which fuseline.json speaks: what a planner proposes for them isn't used */
	ownParts: ("phases" | "setup" | "serve" | "checks" | "probes")[];
	developerStatus: DeveloperStatus | null;
	developerReport: DeveloperReport | null;
	candidate: CandidateSummary | null;
	/** official first, then the ones that people asked for */
	examinations: ExaminationView[];
	invocations: InvocationSummary[];
	hasPrevious: boolean;
	hasNext: boolean;
}

export interface IssueView {
	key: string;
	title: string;
	severity: Severity;
	status: IssueStatus;
	claim: string | null;
	firstLoop: number;
	lastLoop: number;
	reopenings: number;
	events: {
		kind: IssueEventKind;
		from: IssueStatus | null;
		to: IssueStatus;
		loop: number;
		candidateId: string | null;
		candidateLabel: string | null;
		records: string[];
		note: string;
		at: number;
	}[];
}

/** Screens: one cell per probe and candidate, with its change against the candidate before it in the same row. */
export interface ScreensView {
	runId: string;
	/** pictures that testers took at their browser (origin `mediated`), oldest first */
	taken: {
		candidateId: string;
		loop: number;
		examinationId: string;
		ref: string;
		/** the name that the tester gave it */
		name: string;
		screenshot: ContentRef & { width: number; height: number };
	}[];
	candidates: { id: string; loop: number; label: string; verdict: Verdict | null }[];
	rows: {
		probeId: string;
		title: string;
		cells: ({
			candidateId: string;
			/** the picture's record, for what people say of it */
			examinationId: string;
			ref: string;
			status: ProbeView["status"];
			message: string;
			screenshot: (ContentRef & { width: number; height: number }) | null;
			/** same picture bytes as the cell before; null where there is none before */
			unchanged: boolean | null;
		} | null)[];
	}[];
}

export interface ImageComparison {
	width: number;
	height: number;
	changedPixels: number;
	/** 0…1 of all pixels */
	share: number;
	regions: { x: number; y: number; width: number; height: number }[];
	/** picture of the difference, as a data URL */
	difference: string;
}

export interface LogEntry {
	seq: number;
	at: number;
	invocationId: string;
	loop: number;
	role: Role;
	event: HarnessEvent;
}

export interface LogPage {
	entries: LogEntry[];
	/** exact number of entries that match */
	total: number;
	firstSeq: number | null;
	lastSeq: number | null;
}

export interface CandidateView extends CandidateSummary {
	runId: string;
	runNumber: number;
	projectName: string;
	developerStatus: DeveloperStatus | null;
	verdict: Verdict | null;
	policy: { ignored: string[]; leftOut: string[] };
	children: { id: string; label: string }[];
	canServe: boolean;
	/** a person keeps it for ever: gc leaves it alone */
	pinned: boolean;
	running: { url: string; since: number } | null;
	/** signed address of the whole version as a zip, on the UI's own origin */
	downloadUrl: string;
	examinations: ExaminationView[];
}

export interface FileEntry {
	path: string;
	type: "file" | "directory" | "link";
	size: number | null;
	sha256: string | null;
	mode: number | null;
	target: string | null;
	change: "add" | "update" | "delete" | null;
}

/** A file's text, or the reason why it isn't shown. */
export interface FileView {
	path: string;
	text: string | null;
	reason: string | null;
	content: ContentRef | null;
}

export interface FileDiff {
	path: string;
	/** unified hunks; empty and `reason` set when binary, too large or unchanged */
	hunks: {
		header: string;
		lines: { kind: "same" | "add" | "delete"; before: number | null; after: number | null; text: string }[];
	}[];
	reason: string | null;
}

export interface CompareView {
	runs: RunView[];
	/** settings that differ: one value per run, in the order of `runs` */
	differences: { key: string; values: string[] }[];
	equal: { key: string; value: string }[];
	/** claims by run at its last examined candidate */
	claims: { claim: string; statement: string; verdicts: ("verified" | "gap" | null)[] }[];
	/** aligned by loop: probe → per run the picture at that loop */
	probes: {
		probeId: string;
		title: string;
		pictures: ({ loop: number; screenshot: ContentRef & { width: number; height: number } } | null)[][];
	}[];
}

/** What the New-run form starts from, and what validation says while typing. */
export interface ProjectDraft {
	name: string;
	specText: string;
	/** where the folder's files came from; null for a pasted spec */
	folder: { path: string; files: number; bytes: number } | null;
	project: ProjectConfig;
	configFound: boolean;
	problems: Problem[];
	warnings: Problem[];
}

export interface NewRunView {
	protocols: ProtocolDefinition[];
	demos: { id: string; title: string; summary: string; name: string }[];
	defaults: { protocol: string; options: ProtocolOptions; bindings: Bindings };
	doctor: DoctorView;
}

export interface FolderListing {
	path: string;
	parent: string | null;
	/** names only; hidden ones left out */
	folders: string[];
	hasSpec: boolean;
	hasConfig: boolean;
}
