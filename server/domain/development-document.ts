import { z } from "zod";
import { slugSchema } from "./ids.ts";
import { proposalSchema } from "./project-config.ts";

/** D_t as the planner must deliver it. The host adds preservation and contract (design §4). */
export const developmentDocumentSchema = z.strictObject({
	objective: z.string().min(1).max(4000),
	/** id of the phase that this increment belongs to */
	phase: slugSchema.nullable().default(null),
	tasks: z
		.array(
			z.strictObject({
				title: z.string().min(1).max(400),
				outcome: z.string().min(1).max(2000),
				/** issue and gap ids that the task treats */
				targets: z.array(slugSchema).default([]),
			}),
		)
		.min(1)
		.max(3),
	/** criteria that must be observable when the increment is done */
	acceptance: z.array(slugSchema).min(1),
	/** explicit constraints of the spec that the planner keeps in view */
	constraints: z.array(slugSchema).default([]),
	/** criteria put off, each to a named later phase */
	deferred: z.array(z.strictObject({ criterion: slugSchema, phase: slugSchema })).default([]),
	/** verified claims that this increment gives up on purpose; anything not named here stays preserved */
	dropped: z.array(z.strictObject({ claim: slugSchema, reason: z.string().min(1).max(2000) })).default([]),
	/** glob patterns the Developer may change; empty = anywhere */
	allowedPaths: z.array(z.string().min(1)).default([]),
	stop: z.array(z.string().min(1)).default([]),
	notes: z.string().max(8000).default(""),
	proposal: proposalSchema.optional(),
});
export type DevelopmentDocument = z.infer<typeof developmentDocumentSchema>;
