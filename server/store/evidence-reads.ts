import { z } from "zod";
import { type ReportedFinding, reportedFindingSchema } from "../domain/evidence.ts";
import { candidateLabel } from "../domain/ids.ts";
import type { PriorEvidence } from "../domain/prompt-inputs.ts";
import { verdictSchema } from "../domain/verdict.ts";
import { readResultStatuses } from "./examination-rows.ts";
import type { Store } from "./open.ts";

const rowSchema = z.object({
	id: z.string(),
	loop: z.number(),
	tree: z.string(),
	verdict: z.string(),
	preservation: z.string(),
	report: z.string().nullable(),
});
const claimRowSchema = z.object({
	id: z.string(),
	statement: z.string(),
	observed: z.string(),
	verdict: z.enum(["verified", "gap"]),
	reason: z.string(),
});

/** What the last official examination before a loop proved, as the next planner may see it; null at first. */
export function readPriorEvidence(store: Store, runId: string, beforeLoop: number): PriorEvidence | null {
	const found = store.db
		.prepare(
			`SELECT Examination.id, Examination.loop, Candidate.tree, verdict, preservation, report FROM Examination
			JOIN Candidate ON Candidate.id = Examination.candidateId WHERE Examination.runId = ? AND Examination.loop < ?
			AND official = 1 AND Examination.status = 'assessed' ORDER BY Examination.loop DESC LIMIT 1`,
		)
		.get(runId, beforeLoop);
	if (!found) return null;
	const row = rowSchema.parse(found);
	const claims = store.db
		.prepare(
			`SELECT claimId AS id, statement, observed, verdict, reason FROM Claim JOIN Assessment ON Assessment.claimRow = Claim.id
			WHERE examinationId = ? ORDER BY position`,
		)
		.all(row.id)
		.map((claim) => claimRowSchema.parse(claim));
	const statuses = readResultStatuses(store, row.id);
	const report = row.report === null ? null : z.object({ summary: z.string() }).parse(JSON.parse(row.report));
	return {
		loop: row.loop,
		candidate: candidateLabel(row.loop, row.tree),
		verdict: verdictSchema.parse(JSON.parse(row.verdict)),
		summary: report?.summary ?? "",
		claims,
		findings: readFindings(store, row.id),
		preservation: z
			.object({ kept: z.array(z.string()), lost: z.array(z.string()), unproven: z.array(z.string()) })
			.parse(JSON.parse(row.preservation)),
		checks: statuses.checks.map(({ id, status }) => ({ id, status })),
		probes: statuses.probes.map(({ id, status, message }) => ({ id, status, message })),
	};
}

function readFindings(store: Store, examinationId: string): ReportedFinding[] {
	const rows = store.db
		.prepare(
			'SELECT "key" AS id, title, severity, detail, claim, records FROM Finding WHERE examinationId = ? ORDER BY id',
		)
		.all(examinationId) as { records: string }[];
	return rows.map((row) => reportedFindingSchema.parse({ ...row, records: JSON.parse(row.records) }));
}
