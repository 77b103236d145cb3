import { z } from "zod";
import { type AssessedClaim, gapReasons, recordKinds, recordOrigins } from "../domain/evidence.ts";
import type { IssueStatus } from "../domain/ledger.ts";
import type { CheckView, ExaminationView, FindingView, ProbeView, RecordView } from "../domain/views.ts";
import {
	bindingColumn,
	changesColumn,
	column,
	consoleColumn,
	environmentColumn,
	failedRequestsColumn,
	optional,
	preservationColumn,
	stepsColumn,
	stringsColumn,
	time,
	verdictColumn,
	word,
} from "./columns.ts";
import { contentRef, pictureRef } from "./content-ref.ts";
import type { Reads, Sources } from "./sources.ts";

type ExaminationRow = Awaited<ReturnType<typeof rowsOf>>[number];

function rowsOf(reads: Reads, candidateId: string) {
	return reads.examination.findMany({
		where: { candidateId },
		orderBy: { id: "asc" },
		include: {
			checks: { orderBy: { position: "asc" } },
			probes: { orderBy: [{ position: "asc" }, { repetition: "asc" }] },
			records: { orderBy: { id: "asc" } },
			claims: { orderBy: { position: "asc" }, include: { assessment: true } },
			findings: { orderBy: { id: "asc" } },
		},
	});
}

const reportSummary = z.object({ summary: z.string().default("") });

/** All examinations of a candidate: the official one first, then what people asked for, oldest first. */
export async function readExaminations(
	sources: Sources,
	projectId: string,
	runId: string,
	candidateId: string,
): Promise<ExaminationView[]> {
	const [rows, issues] = await Promise.all([
		rowsOf(sources.reads, candidateId),
		sources.reads.issue.findMany({ where: { runId }, select: { key: true, status: true } }),
	]);
	const statuses = new Map(issues.map((issue) => [issue.key, issue.status as IssueStatus]));
	// a crash can leave an official one half-made and replaced by a second: the last one counts
	const official = rows.findLast((row) => row.official);
	const shown = [...(official ? [official] : []), ...rows.filter((row) => !row.official)];
	return shown.map((row) => examinationView(sources, projectId, row, statuses));
}

function examinationView(
	sources: Sources,
	projectId: string,
	row: ExaminationRow,
	issues: ReadonlyMap<string, IssueStatus>,
): ExaminationView {
	const tester = optional(bindingColumn, row.tester, "Examination.tester");
	return {
		id: row.id,
		official: row.official,
		status: word(["running", "assessed", "failed"], row.status, "Examination.status"),
		message: row.message,
		tester: tester && { harness: tester.harness, model: tester.model },
		instruction: row.instruction,
		startedAt: time(row.startedAt),
		endedAt: time(row.endedAt),
		treeBefore: row.treeBefore,
		treeAfter: row.treeAfter,
		changes: column(changesColumn, row.changes, "Examination.changes"),
		summary: optional(reportSummary, row.report, "Examination.report")?.summary ?? "",
		verdict: optional(verdictColumn, row.verdict, "Examination.verdict"),
		preservation: optional(preservationColumn, row.preservation, "Examination.preservation"),
		checks: row.checks.map((check) => checkView(sources, projectId, check)),
		probes: row.probes.map((probe) => probeView(sources, projectId, probe)),
		records: row.records.map((record) => recordView(sources, projectId, record)),
		claims: row.claims.map(claimView),
		findings: row.findings.map((finding) => findingView(finding, issues)),
	};
}

function checkView(sources: Sources, projectId: string, row: ExaminationRow["checks"][number]): CheckView {
	return {
		checkId: row.checkId,
		title: row.title,
		command: row.command,
		required: row.required,
		proposed: row.proposed,
		status: word(["pass", "fail", "timeout", "error"], row.status, "CheckResult.status"),
		exitCode: row.exitCode,
		durationMs: row.durationMs,
		stdout: contentRef(sources, projectId, row.stdoutSha256, "text/plain"),
		stderr: contentRef(sources, projectId, row.stderrSha256, "text/plain"),
		message: row.message,
	};
}

export const probeStatuses = ["pass", "fail", "timeout", "error", "unavailable"] as const;

function probeView(sources: Sources, projectId: string, row: ExaminationRow["probes"][number]): ProbeView {
	return {
		probeId: row.probeId,
		title: row.title,
		repetition: row.repetition,
		required: row.required,
		proposed: row.proposed,
		status: word(probeStatuses, row.status, "ProbeResult.status"),
		message: row.message,
		screenshot: pictureRef(sources, projectId, {
			sha256: row.screenshotSha256,
			width: row.width,
			height: row.height,
		}),
		console: column(consoleColumn, row.console, "ProbeResult.console"),
		failedRequests: column(failedRequestsColumn, row.failedRequests, "ProbeResult.failedRequests"),
		steps: column(stepsColumn, row.steps, "ProbeResult.steps"),
		durationMs: row.durationMs,
	};
}

function recordView(sources: Sources, projectId: string, row: ExaminationRow["records"][number]): RecordView {
	return {
		ref: row.ref,
		kind: word(recordKinds, row.kind, "ExecutionRecord.kind"),
		origin: word(recordOrigins, row.origin, "ExecutionRecord.origin"),
		passed: row.passed,
		title: row.title,
		observation: row.observation,
		sha256: row.sha256,
		mime: row.mime,
		size: row.size === null ? null : Number(row.size),
		width: row.width,
		height: row.height,
		environment: column(environmentColumn, row.environment, "ExecutionRecord.environment"),
		box: word(["black", "white"], row.box, "ExecutionRecord.box"),
		tree: row.tree,
		invocationId: row.invocationId,
		content: contentRef(sources, projectId, row.sha256, row.mime ?? "application/octet-stream"),
	};
}

/** A claim without an assessment is a gap: nobody has judged it. */
function claimView(row: ExaminationRow["claims"][number]): AssessedClaim {
	const { assessment } = row;
	return {
		id: row.claimId,
		statement: row.statement,
		scope: row.scope,
		method: row.method,
		observed: row.observed,
		impact: row.impact,
		limitation: row.limitation,
		assessment: word(["verified", "refuted", "unproven"], row.reported, "Claim.reported"),
		records: column(stringsColumn, row.records, "Claim.records"),
		acceptance: row.acceptance,
		preservation: row.preservation,
		verdict: assessment ? word(["verified", "gap"], assessment.verdict, "Assessment.verdict") : "gap",
		gapReason:
			assessment?.gapReason == null ? null : word(gapReasons, assessment.gapReason, "Assessment.gapReason"),
		reason: assessment?.reason ?? "not assessed yet",
	};
}

function findingView(
	row: ExaminationRow["findings"][number],
	issues: ReadonlyMap<string, IssueStatus>,
): FindingView {
	return {
		id: row.key,
		title: row.title,
		severity: word(["blocker", "major", "minor"], row.severity, "Finding.severity"),
		detail: row.detail,
		claim: row.claim,
		records: column(stringsColumn, row.records, "Finding.records"),
		issueStatus: issues.get(row.key) ?? null,
	};
}
