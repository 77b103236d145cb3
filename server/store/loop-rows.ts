import { z } from "zod";
import type { PreservedClaim } from "../domain/assess-types.ts";
import {
	type DeveloperReport,
	type DeveloperStatus,
	developerReportSchema,
} from "../domain/developer-report.ts";
import { type DevelopmentDocument, developmentDocumentSchema } from "../domain/development-document.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

const preservedClaimSchema = z.object({ claim: z.string(), statement: z.string(), loop: z.number() });
const preservationSchema = z.object({
	set: z.array(preservedClaimSchema),
	dropped: z.array(z.object({ claim: z.string(), reason: z.string() })),
});
/** The preservation set of a loop, and what its plan gave up with a reason. */
export interface LoopPreservation {
	set: PreservedClaim[];
	dropped: { claim: string; reason: string }[];
}

export interface LoopRecord {
	id: string;
	index: number;
	endedAt: number | null;
	plan: DevelopmentDocument | null;
	planMarkdown: string | null;
	planHash: string | null;
	preservation: LoopPreservation | null;
	developerStatus: DeveloperStatus | null;
	developerReport: DeveloperReport | null;
}

interface Row {
	id: string;
	index: number;
	endedAt: number | null;
	plan: string | null;
	planMarkdown: string | null;
	planHash: string | null;
	preservation: string | null;
	developerStatus: DeveloperStatus | null;
	developerReport: string | null;
}

function toRecord(row: Row): LoopRecord {
	return {
		...row,
		plan: row.plan === null ? null : developmentDocumentSchema.parse(JSON.parse(row.plan)),
		preservation: row.preservation === null ? null : preservationSchema.parse(JSON.parse(row.preservation)),
		developerReport:
			row.developerReport === null ? null : developerReportSchema.parse(JSON.parse(row.developerReport)),
	};
}

/** Makes the loop's row if it isn't there; true if it is new. */
export function ensureLoop(store: Store, runId: string, index: number): boolean {
	const result = store.db
		.prepare('INSERT OR IGNORE INTO Loop (id, runId, "index", startedAt) VALUES (?, ?, ?, ?)')
		.run(newId(), runId, index, Date.now());
	return result.changes === 1;
}

/** One loop, or null if it hasn't begun. */
export function readLoop(store: Store, runId: string, index: number): LoopRecord | null {
	const row = store.db.prepare('SELECT * FROM Loop WHERE runId = ? AND "index" = ?').get(runId, index) as
		| Row
		| undefined;
	return row ? toRecord(row) : null;
}

/** Plans of a run up to a loop, oldest first, without the loops that have none. */
export function readPlans(
	store: Store,
	runId: string,
	upTo: number,
): { loop: number; plan: DevelopmentDocument }[] {
	const rows = store.db
		.prepare('SELECT * FROM Loop WHERE runId = ? AND "index" <= ? AND plan IS NOT NULL ORDER BY "index"')
		.all(runId, upTo) as Row[];
	return rows.map((row) => {
		const record = toRecord(row);
		return { loop: record.index, plan: record.plan as DevelopmentDocument };
	});
}

/** Binds D_t to its loop. */
export function writePlan(
	store: Store,
	runId: string,
	index: number,
	plan: { document: DevelopmentDocument; markdown: string; hash: string },
): void {
	store.db
		.prepare('UPDATE Loop SET plan = ?, planMarkdown = ?, planHash = ? WHERE runId = ? AND "index" = ?')
		.run(JSON.stringify(plan.document), plan.markdown, plan.hash, runId, index);
}

export function writePreservation(
	store: Store,
	runId: string,
	index: number,
	preservation: LoopPreservation,
): void {
	store.db
		.prepare('UPDATE Loop SET preservation = ? WHERE runId = ? AND "index" = ?')
		.run(JSON.stringify(preservation), runId, index);
}

/** Criteria, setup, serve, checks and probes in force (JSON of `effectiveProject`). */
export function writeEffective(store: Store, runId: string, index: number, effective: unknown): void {
	store.db
		.prepare('UPDATE Loop SET effective = ? WHERE runId = ? AND "index" = ?')
		.run(JSON.stringify(effective), runId, index);
}

export function writeDeveloperReport(
	store: Store,
	runId: string,
	index: number,
	status: DeveloperStatus,
	report: DeveloperReport | null,
): void {
	store.db
		.prepare('UPDATE Loop SET developerStatus = ?, developerReport = ? WHERE runId = ? AND "index" = ?')
		.run(status, report === null ? null : JSON.stringify(report), runId, index);
}

export function endLoop(store: Store, runId: string, index: number): void {
	store.db
		.prepare('UPDATE Loop SET endedAt = ? WHERE runId = ? AND "index" = ?')
		.run(Date.now(), runId, index);
}
