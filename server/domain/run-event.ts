import { z } from "zod";
import { budgetsSchema } from "./budgets.ts";
import { severitySchema } from "./evidence.ts";
import { issueStatusSchema } from "./ledger.ts";
import { errorKindSchema, invocationOutcomeSchema } from "./outcome.ts";
import { bindingsSchema, roleSchema } from "./role.ts";
import { endCauseSchema, protocolOptionsSchema, runStatusSchema } from "./run.ts";
import { stages } from "./stage.ts";
import { usageSchema } from "./usage.ts";
import { verdictSchema } from "./verdict.ts";

const loop = z.number().int().min(0);
const id = z.string();
const stage = z.enum(stages);

const budgetUse = {
	key: z.string(),
	used: z.number().nullable(),
	limit: z.number(),
	/** calls that `used` says nothing of */
	unknown: z.number().int().nonnegative(),
	/** the whole sentence for people */
	text: z.string(),
};

/**
 * The closed list of what happens to a run. A few per loop: the whole ledger of a run is folded from these
 * (`foldRun`), live and later alike. What a CLI says line by line is a `harness` event in the `log` channel.
 */
export const runEventSchema = z.discriminatedUnion("kind", [
	z.strictObject({
		kind: z.literal("run.created"),
		runId: id,
		number: z.number().int(),
		projectId: id,
		projectName: z.string(),
		protocol: z.string(),
		options: protocolOptionsSchema,
		bindings: bindingsSchema,
		configHash: z.string(),
		/** absent in runs of earlier versions */
		budgets: budgetsSchema.optional(),
	}),
	z.strictObject({
		kind: z.literal("run.status"),
		status: runStatusSchema,
		endCause: endCauseSchema.nullable(),
		/** a sentence for people: why it waits, pauses, failed */
		detail: z.string(),
		/** what the run asks, while `needs_input` */
		question: z.string().nullable().default(null),
		/** ISO time until which it waits, while `waiting` */
		until: z.string().nullable().default(null),
	}),
	/** a runner died with the run in its hands, and another has taken it */
	z.strictObject({
		kind: z.literal("run.lost"),
		/** when the run last gave a sign of life, ms since 1970: of what came after nobody knows, so it is no time at work */
		since: z.number().int().nonnegative(),
	}),
	z.strictObject({ kind: z.literal("loop.started"), loop }),
	/** the loop's last step is done */
	z.strictObject({ kind: z.literal("loop.ended"), loop }),
	z.strictObject({ kind: z.literal("stage.started"), loop, stage }),
	z.strictObject({
		kind: z.literal("stage.ended"),
		loop,
		stage,
		ok: z.boolean(),
		durationMs: z.number().nonnegative(),
		/** short figure for the stage line: `11 kept`, `41 of 58`, `3f9a1c77e0b2` */
		note: z.string(),
	}),
	z.strictObject({
		kind: z.literal("plan.written"),
		loop,
		planHash: z.string(),
		objective: z.string(),
		phase: z.string().nullable(),
		acceptance: z.array(z.string()),
		targets: z.array(z.string()),
		preserved: z.number().int(),
		dropped: z.number().int(),
		/** criteria known to the run after this plan, for the scope of the product */
		criteria: z.number().int(),
	}),
	z.strictObject({
		kind: z.literal("invocation.started"),
		loop,
		invocationId: id,
		role: roleSchema,
		harness: z.string(),
		model: z.string().nullable(),
		attempt: z.number().int(),
		resumes: z.string().nullable(),
		sandbox: z.enum(["enforced", "none"]),
		/** for an examination that a person asked for: shown beside the run, no part of its totals */
		beside: z.literal(true).optional(),
	}),
	z.strictObject({
		kind: z.literal("invocation.ended"),
		loop,
		invocationId: id,
		role: roleSchema,
		outcome: invocationOutcomeSchema,
		errorKind: errorKindSchema.nullable(),
		message: z.string().nullable(),
		usage: usageSchema.nullable(),
		durationMs: z.number().nonnegative(),
		beside: z.literal(true).optional(),
	}),
	z.strictObject({
		kind: z.literal("role.corrected"),
		loop,
		role: roleSchema,
		attempt: z.number().int(),
		problems: z.array(z.string()),
	}),
	z.strictObject({
		kind: z.literal("developer.reported"),
		loop,
		status: z.enum(["pass", "partial", "fail", "none"]),
		summary: z.string(),
		fixed: z.array(z.string()),
	}),
	z.strictObject({
		kind: z.literal("candidate.frozen"),
		loop,
		candidateId: id,
		tree: z.string(),
		parentId: id.nullable(),
		changedPaths: z.number().int(),
		files: z.number().int(),
		bytes: z.number().int(),
	}),
	z.strictObject({ kind: z.literal("candidate.unchanged"), loop }),
	z.strictObject({
		kind: z.literal("check.ended"),
		loop,
		candidateId: id,
		examinationId: id,
		checkId: z.string(),
		status: z.enum(["pass", "fail", "timeout", "error"]),
		durationMs: z.number(),
	}),
	z.strictObject({
		kind: z.literal("probe.ended"),
		loop,
		candidateId: id,
		examinationId: id,
		probeId: z.string(),
		status: z.enum(["pass", "fail", "timeout", "error", "unavailable"]),
		/** last picture, if there is one */
		screenshot: z.string().nullable(),
		durationMs: z.number(),
	}),
	z.strictObject({
		kind: z.literal("examination.assessed"),
		loop,
		candidateId: id,
		examinationId: id,
		official: z.boolean(),
		verdict: verdictSchema,
		verified: z.number().int(),
		gaps: z.number().int(),
		findings: z.number().int(),
		screenshots: z.number().int(),
		kept: z.number().int(),
		lost: z.array(z.string()),
		/** first phase whose criteria aren't all verified; null = none left or no phases */
		phase: z.string().nullable(),
		productComplete: z.boolean(),
	}),
	z.strictObject({
		kind: z.literal("issue.changed"),
		loop,
		key: z.string(),
		title: z.string(),
		severity: severitySchema,
		from: issueStatusSchema.nullable(),
		to: issueStatusSchema,
		reopened: z.boolean(),
	}),
	/** once per budget and limit, when 80 % are used; `key` is its place in the configuration */
	z.strictObject({ kind: z.literal("budget.warned"), loop, ...budgetUse }),
	/** why the run pauses or ends before its next call */
	z.strictObject({
		kind: z.literal("budget.reached"),
		loop,
		...budgetUse,
		action: z.enum(["pause", "stop"]),
	}),
	/** a person gave a run more than its configuration did, which stays as it was: new limits by their place */
	z.strictObject({ kind: z.literal("budget.raised"), limits: z.record(z.string(), z.number().positive()) }),
	/** what the run has on disk; measured once per loop where a budget asks for it */
	z.strictObject({ kind: z.literal("budget.disk"), loop, bytes: z.number().int().nonnegative() }),
	/** anything a person must see but that changes no number: sandbox missing, interrupted and resumed, budget at 80 % */
	z.strictObject({
		kind: z.literal("notice"),
		loop,
		level: z.enum(["info", "warning", "error"]),
		text: z.string(),
	}),
]);
export type RunEvent = z.infer<typeof runEventSchema>;

/** A stored event: `seq` counts from 1 within its run without a gap. */
export interface StoredRunEvent {
	seq: number;
	/** milliseconds since 1970 */
	at: number;
	event: RunEvent;
}
