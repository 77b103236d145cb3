import { z } from "zod";
import { budgetsSchema } from "./budgets.ts";
import { sha256Schema } from "./ids.ts";
import { projectConfigSchema } from "./project-config.ts";
import { bindingsSchema } from "./role.ts";

/**
 * queued → running ⇄ (pausing → paused) | needs_input | waiting (for a limit to reset) | suspended (daemon left) → ended.
 * `quarantined`: its runner ended at load three times.
 */
export const runStatuses = [
	"queued",
	"running",
	"pausing",
	"paused",
	"needs_input",
	"waiting",
	"stopping",
	"suspended",
	"quarantined",
	"ended",
] as const;
export const runStatusSchema = z.enum(runStatuses);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const endCauses = ["completed", "budget_exhausted", "stopped", "failed", "needs_input"] as const;
export const endCauseSchema = z.enum(endCauses);
export type EndCause = z.infer<typeof endCauseSchema>;

/** A process should be at work for this run. */
export function isLive(status: RunStatus): boolean {
	return status === "running" || status === "pausing" || status === "stopping" || status === "waiting";
}

/** Options of protocols that a form or `--set key=value` may set. Protocols read only what their definition lists. */
export const protocolOptionsSchema = z.strictObject({
	loops: z.number().int().min(1).max(1000).default(5),
	planUpdate: z.boolean().default(true),
	evidenceFeedback: z.boolean().default(true),
	warmStart: z.boolean().default(true),
	/** end as soon as the product is complete and accepted */
	earlyStop: z.boolean().default(false),
	/** a used-up limit is waited out until its reset time; off: the run asks */
	waitForReset: z.boolean().default(true),
});
export type ProtocolOptions = z.infer<typeof protocolOptionsSchema>;

/** Everything that is fixed when a run starts; its canonical JSON is hashed to the configuration hash. */
export const runConfigSchema = z.strictObject({
	protocol: z.string().min(1),
	options: protocolOptionsSchema,
	bindings: bindingsSchema,
	language: z.enum(["en", "zh"]).default("en"),
	/** content hash of the spec text; the text itself is a content of the project */
	specSha256: sha256Schema,
	project: projectConfigSchema,
	budgets: budgetsSchema,
	/** tree hash of A_0 */
	seedTree: sha256Schema,
	/** with `false` an examination without a sandbox is allowed (integrity is then suspect at best) */
	promptsVersion: z.string(),
});
export type RunConfig = z.infer<typeof runConfigSchema>;

/** What a person hands in to start a run: the form, the API and `fuseline run` share it. */
export const startRunInputSchema = z.strictObject({
	/** a folder on this machine (copied as A_0, never written), or a pasted spec */
	source: z.discriminatedUnion("kind", [
		z.strictObject({ kind: z.literal("folder"), path: z.string().min(1) }),
		z.strictObject({ kind: z.literal("spec"), name: z.string().min(1).max(80), text: z.string() }),
		z.strictObject({ kind: z.literal("demo"), id: z.string().min(1) }),
	]),
	protocol: z.string().min(1),
	/** `planUpdate=false` and the like; checked against the protocol's definition */
	options: z.record(z.string(), z.json()).default({}),
	bindings: z.record(z.string(), z.json()),
	budgets: z.record(z.string(), z.json()).default({}),
	language: z.enum(["en", "zh"]).default("en"),
	/** replaces what `fuseline.json` says, as edited in the form; null = take the file */
	project: z.json().nullable().default(null),
});
export type StartRunInput = z.infer<typeof startRunInputSchema>;
