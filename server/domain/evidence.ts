import { z } from "zod";
import { sha256Schema, slugSchema } from "./ids.ts";

export const recordKinds = [
	"screenshot",
	"video",
	"audio",
	"replay",
	"runtime_state",
	"trace",
	"log",
	"test",
	"metric",
	"source_inspection",
] as const;
/** Who made a record. Only the first three can verify a claim (design §5.3). */
export const recordOrigins = ["host", "mediated", "harness_event", "agent", "developer"] as const;
export type RecordOrigin = (typeof recordOrigins)[number];

/**
 * One thing that was observed on one candidate. `ref` is how roles cite it: `check:build`, `check:build:frame.png`,
 * `probe:board`, `probe:board#2`, `probe:board:moves`, `tool:4`, `outbox:notes.md`; unique within its examination.
 */
export const executionRecordSchema = z.strictObject({
	ref: z.string().min(1).max(300),
	kind: z.enum(recordKinds),
	origin: z.enum(recordOrigins),
	/** null: nothing to judge (a picture), else what the record itself says */
	passed: z.boolean().nullable(),
	title: z.string().max(300),
	observation: z.string().max(8000).default(""),
	sha256: sha256Schema.nullable(),
	mime: z.string().nullable(),
	size: z.number().int().nonnegative().nullable(),
	width: z.number().int().nullable().default(null),
	height: z.number().int().nullable().default(null),
	environment: z.record(z.string(), z.string()).default({}),
	box: z.enum(["black", "white"]),
	/** tree hash of the candidate that was observed */
	tree: sha256Schema,
	invocationId: z.string().nullable().default(null),
});
export type ExecutionRecord = z.infer<typeof executionRecordSchema>;

/** A claim as a tester reports it. `assessment` is the tester's word; the host's backcheck decides. */
export const reportedClaimSchema = z.strictObject({
	/** a criterion id, or an id minted by the tester and reused across loops */
	id: slugSchema,
	statement: z.string().min(1).max(2000),
	scope: z.string().max(500).default(""),
	method: z.string().max(2000).default(""),
	observed: z.string().max(4000).default(""),
	impact: z.string().max(2000).default(""),
	limitation: z.string().max(2000).default(""),
	assessment: z.enum(["verified", "refuted", "unproven"]),
	records: z.array(z.string().min(1)).default([]),
});
export type ReportedClaim = z.infer<typeof reportedClaimSchema>;

export const severitySchema = z.enum(["blocker", "major", "minor"]);
export type Severity = z.infer<typeof severitySchema>;

export const reportedFindingSchema = z.strictObject({
	/** ledger id: reuse a known one for the same defect, else mint one */
	id: slugSchema,
	title: z.string().min(1).max(300),
	severity: severitySchema,
	detail: z.string().max(8000).default(""),
	claim: slugSchema.nullable().default(null),
	records: z.array(z.string().min(1)).default([]),
});
export type ReportedFinding = z.infer<typeof reportedFindingSchema>;

/** E_t as the tester must deliver it. */
export const evidenceReportSchema = z.strictObject({
	status: z.enum(["pass", "fail", "blocked"]),
	summary: z.string().max(8000).default(""),
	claims: z.array(reportedClaimSchema).default([]),
	findings: z.array(reportedFindingSchema).default([]),
	/** what became of issues that the ledger already knows */
	issues: z
		.array(
			z.strictObject({
				id: slugSchema,
				observed: z.enum(["resolved", "still_present", "not_observed"]),
				records: z.array(z.string().min(1)).default([]),
				note: z.string().max(4000).default(""),
			}),
		)
		.default([]),
});
export type EvidenceReport = z.infer<typeof evidenceReportSchema>;

/** Why a claim is a gap. Shown word for word beside the claim. */
export const gapReasons = [
	"refuted",
	"unproven",
	"no_record",
	"unknown_record",
	"other_candidate",
	"agent_record_only",
	"file_of_candidate",
	"source_inspection_only",
	"record_failed",
	"integrity_violation",
	"left_out",
	"no_report",
] as const;
export type GapReason = (typeof gapReasons)[number];

/** The host's judgement of one claim after the backcheck (design §5.4). */
export interface AssessedClaim extends ReportedClaim {
	/** the host's word: `verified` or `gap` */
	verdict: "verified" | "gap";
	gapReason: GapReason | null;
	/** plain sentence for people */
	reason: string;
	/** this claim is an acceptance criterion of D_t / a preservation constraint */
	acceptance: boolean;
	preservation: boolean;
}
