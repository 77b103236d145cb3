import { z } from "zod";
import type { AssessOutput, PreservedClaim } from "../domain/assess-types.ts";
import {
	type EvidenceReport,
	type ExecutionRecord,
	evidenceReportSchema,
	executionRecordSchema,
} from "../domain/evidence.ts";
import { type Binding, bindingSchema } from "../domain/role.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

const changeSchema = z.object({
	path: z.string(),
	change: z.enum(["added", "changed", "deleted"]),
	violation: z.boolean(),
});
const json = <T extends z.ZodType>(schema: T) =>
	z
		.string()
		.nullable()
		.transform((text) => (text === null ? null : schema.parse(JSON.parse(text))));

const examinationSchema = z.object({
	id: z.string(),
	candidateId: z.string(),
	runId: z.string(),
	loop: z.number(),
	official: z.number().transform((value) => value === 1),
	status: z.string(),
	tester: json(bindingSchema),
	instruction: z.string().nullable(),
	message: z.string(),
	treeBefore: z.string().nullable(),
	treeAfter: z.string().nullable(),
	changes: z.string().transform((text) => z.array(changeSchema).parse(JSON.parse(text))),
	report: json(evidenceReportSchema),
	preservation: z.string().nullable(),
});
export type ExaminationRow = z.infer<typeof examinationSchema>;

export interface NewExamination {
	candidateId: string;
	runId: string;
	loop: number;
	official: boolean;
	tester: Binding | null;
	instruction: string | null;
	planHash: string | null;
}

export function insertExamination(store: Store, examination: NewExamination): string {
	const id = newId();
	store.db
		.prepare(
			`INSERT INTO Examination (id, candidateId, runId, loop, official, status, tester, instruction, planHash, startedAt)
			VALUES (@id, @candidateId, @runId, @loop, @official, 'running', @tester, @instruction, @planHash, @startedAt)`,
		)
		.run({
			...examination,
			id,
			official: examination.official ? 1 : 0,
			tester: examination.tester === null ? null : JSON.stringify(examination.tester),
			startedAt: Date.now(),
		});
	return id;
}

export function readExamination(store: Store, id: string): ExaminationRow | null {
	const row = store.db.prepare("SELECT * FROM Examination WHERE id = ?").get(id);
	return row ? examinationSchema.parse(row) : null;
}

/** The run's own examination of a loop's candidate, or null. */
export function officialExamination(store: Store, runId: string, loop: number): ExaminationRow | null {
	const row = store.db
		.prepare(
			"SELECT * FROM Examination WHERE runId = ? AND loop = ? AND official = 1 ORDER BY id DESC LIMIT 1",
		)
		.get(runId, loop);
	return row ? examinationSchema.parse(row) : null;
}

export interface CheckRow {
	checkId: string;
	title: string;
	command: string;
	required: boolean;
	proposed: boolean;
	status: "pass" | "fail" | "timeout" | "error";
	exitCode: number | null;
	durationMs: number;
	stdoutSha256: string | null;
	stderrSha256: string | null;
	message: string;
}

export interface ProbeRow {
	probeId: string;
	title: string;
	repetition: number;
	required: boolean;
	proposed: boolean;
	status: "pass" | "fail" | "timeout" | "error" | "unavailable";
	message: string;
	screenshotSha256: string | null;
	width: number | null;
	height: number | null;
	console: unknown;
	failedRequests: unknown;
	steps: unknown;
	durationMs: number;
}

/** Results of the runtime's own checks and probes. */
export function writeResults(
	store: Store,
	examinationId: string,
	checks: CheckRow[],
	probes: ProbeRow[],
): void {
	const check = store.db.prepare(
		`INSERT INTO CheckResult (id, examinationId, checkId, title, command, required, proposed, status, exitCode, durationMs,
		stdoutSha256, stderrSha256, message, position) VALUES (@id, @examinationId, @checkId, @title, @command, @required,
		@proposed, @status, @exitCode, @durationMs, @stdoutSha256, @stderrSha256, @message, @position)`,
	);
	checks.forEach((row, position) => {
		check.run({
			...row,
			id: newId(),
			examinationId,
			position,
			required: row.required ? 1 : 0,
			proposed: row.proposed ? 1 : 0,
			durationMs: Math.round(row.durationMs),
		});
	});
	const probe = store.db.prepare(
		`INSERT INTO ProbeResult (id, examinationId, probeId, title, repetition, required, proposed, status, message,
		screenshotSha256, width, height, console, failedRequests, steps, durationMs, position) VALUES (@id, @examinationId,
		@probeId, @title, @repetition, @required, @proposed, @status, @message, @screenshotSha256, @width, @height, @console,
		@failedRequests, @steps, @durationMs, @position)`,
	);
	probes.forEach((row, position) => {
		probe.run({
			...row,
			id: newId(),
			examinationId,
			position,
			required: row.required ? 1 : 0,
			proposed: row.proposed ? 1 : 0,
			console: JSON.stringify(row.console),
			failedRequests: JSON.stringify(row.failedRequests),
			steps: JSON.stringify(row.steps),
			durationMs: Math.round(row.durationMs),
		});
	});
}

export function writeRecords(store: Store, examinationId: string, records: readonly ExecutionRecord[]): void {
	const insert = store.db.prepare(
		`INSERT INTO ExecutionRecord (id, examinationId, ref, kind, origin, passed, title, observation, sha256, mime, size,
		width, height, environment, box, tree, invocationId) VALUES (@id, @examinationId, @ref, @kind, @origin, @passed, @title,
		@observation, @sha256, @mime, @size, @width, @height, @environment, @box, @tree, @invocationId)`,
	);
	for (const record of records) {
		insert.run({
			...record,
			id: newId(),
			examinationId,
			passed: record.passed === null ? null : record.passed ? 1 : 0,
			environment: JSON.stringify(record.environment),
		});
	}
}

export function readRecords(store: Store, examinationId: string): ExecutionRecord[] {
	const rows = store.db
		.prepare("SELECT * FROM ExecutionRecord WHERE examinationId = ? ORDER BY id")
		.all(examinationId) as Record<string, unknown>[];
	return rows.map(({ id, examinationId: _, ...row }) =>
		executionRecordSchema.parse({
			...row,
			passed: row.passed === null ? null : row.passed === 1,
			environment: JSON.parse(row.environment as string),
		}),
	);
}

/** Hashes of everything that was recorded on earlier candidates of the run. */
export function earlierRecordHashes(store: Store, runId: string, beforeLoop: number): Set<string> {
	const rows = store.db
		.prepare(
			`SELECT DISTINCT ExecutionRecord.sha256 AS sha256 FROM ExecutionRecord JOIN Examination ON Examination.id =
			ExecutionRecord.examinationId WHERE Examination.runId = ? AND Examination.loop < ? AND ExecutionRecord.sha256 IS NOT NULL`,
		)
		.all(runId, beforeLoop) as { sha256: string }[];
	return new Set(rows.map((row) => row.sha256));
}

/** Statuses of checks and probes as assessment wants them (the worst of a probe's repetitions counts). */
export function readResultStatuses(store: Store, examinationId: string) {
	const checks = store.db
		.prepare(
			"SELECT checkId AS id, required, status FROM CheckResult WHERE examinationId = ? ORDER BY position",
		)
		.all(examinationId) as { id: string; required: number; status: CheckRow["status"] }[];
	const probes = store.db
		.prepare(
			"SELECT probeId AS id, required, status, message FROM ProbeResult WHERE examinationId = ? ORDER BY position",
		)
		.all(examinationId) as { id: string; required: number; status: ProbeRow["status"]; message: string }[];
	const worst = new Map<
		string,
		{ id: string; required: boolean; status: ProbeRow["status"]; message: string }
	>();
	for (const probe of probes) {
		const known = worst.get(probe.id);
		if (!known || known.status === "pass") worst.set(probe.id, { ...probe, required: probe.required === 1 });
	}
	return {
		checks: checks.map((check) => ({ ...check, required: check.required === 1 })),
		probes: [...worst.values()],
	};
}

/** The tester's part: its report, and what became of its copy. */
export function writeTestOutcome(
	store: Store,
	examinationId: string,
	outcome: {
		report: EvidenceReport | null;
		treeBefore: string;
		treeAfter: string;
		changes: { path: string; change: "added" | "changed" | "deleted"; violation: boolean }[];
		message: string;
	},
): void {
	store.db
		.prepare(
			"UPDATE Examination SET report = ?, treeBefore = ?, treeAfter = ?, changes = ?, message = ? WHERE id = ?",
		)
		.run(
			outcome.report === null ? null : JSON.stringify(outcome.report),
			outcome.treeBefore,
			outcome.treeAfter,
			JSON.stringify(outcome.changes),
			outcome.message,
			examinationId,
		);
}

/** The host's judgement; with it the examination is done. */
export function writeAssessment(store: Store, examinationId: string, output: AssessOutput): void {
	const claim = store.db.prepare(
		`INSERT INTO Claim (id, examinationId, claimId, statement, scope, method, observed, impact, limitation, reported, records,
		acceptance, preservation, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const assessment = store.db.prepare(
		"INSERT INTO Assessment (id, claimRow, verdict, gapReason, reason) VALUES (?, ?, ?, ?, ?)",
	);
	output.claims.forEach((item, position) => {
		const id = newId();
		claim.run(
			id,
			examinationId,
			item.id,
			item.statement,
			item.scope,
			item.method,
			item.observed,
			item.impact,
			item.limitation,
			item.assessment,
			JSON.stringify(item.records),
			item.acceptance ? 1 : 0,
			item.preservation ? 1 : 0,
			position,
		);
		assessment.run(newId(), id, item.verdict, item.gapReason, item.reason);
	});
	const finding = store.db.prepare(
		`INSERT INTO Finding (id, examinationId, "key", title, severity, detail, claim, records) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (examinationId, "key") DO NOTHING`,
	);
	for (const item of output.findings) {
		finding.run(
			newId(),
			examinationId,
			item.id,
			item.title,
			item.severity,
			item.detail,
			item.claim,
			JSON.stringify(item.records),
		);
	}
	store.db
		.prepare(
			`UPDATE Examination SET status = 'assessed', verdict = ?, preservation = ?, phase = ?, productComplete = ?, endedAt = ?
			WHERE id = ?`,
		)
		.run(
			JSON.stringify(output.verdict),
			JSON.stringify({ ...output.preservation, next: output.nextPreserved }),
			output.phase,
			output.productComplete ? 1 : 0,
			Date.now(),
			examinationId,
		);
}

const storedPreservationSchema = z.object({
	kept: z.array(z.string()),
	lost: z.array(z.string()),
	unproven: z.array(z.string()),
	next: z.array(z.object({ claim: z.string(), statement: z.string(), loop: z.number() })),
});

/** The preservation set that the last official examination before a loop left; empty at first. */
export function preservedBefore(store: Store, runId: string, loop: number): PreservedClaim[] {
	const row = store.db
		.prepare(
			"SELECT preservation FROM Examination WHERE runId = ? AND loop < ? AND official = 1 AND preservation IS NOT NULL ORDER BY loop DESC LIMIT 1",
		)
		.get(runId, loop) as { preservation: string } | undefined;
	return row ? storedPreservationSchema.parse(JSON.parse(row.preservation)).next : [];
}

/** Marks an examination that can't be finished. */
export function failExamination(store: Store, examinationId: string, message: string): void {
	store.db
		.prepare("UPDATE Examination SET status = 'failed', message = ?, endedAt = ? WHERE id = ?")
		.run(message, Date.now(), examinationId);
}
