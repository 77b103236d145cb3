import { z } from "zod";
import { severitySchema } from "./evidence.ts";
import { slugSchema } from "./ids.ts";

export const issueStatuses = [
	"open",
	"fixed_pending_verify",
	"blocked",
	"regressed",
	"closed",
	"policy_invalidated",
] as const;
export const issueStatusSchema = z.enum(issueStatuses);
export type IssueStatus = z.infer<typeof issueStatusSchema>;

/** One issue: the identity of a finding across loops. */
export const issueSchema = z.strictObject({
	key: slugSchema,
	title: z.string(),
	severity: severitySchema,
	status: issueStatusSchema,
	/** the claim whose proof closes it, if the finding named one */
	claim: slugSchema.nullable(),
	firstLoop: z.number().int(),
	lastLoop: z.number().int(),
	/** how often it came back after it was closed */
	reopenings: z.number().int().nonnegative(),
});
export type Issue = z.infer<typeof issueSchema>;

export const issueEventKinds = [
	"opened",
	"seen",
	"fix_claimed",
	"blocked",
	"closed",
	"regressed",
	"policy_invalidated",
] as const;
export type IssueEventKind = (typeof issueEventKinds)[number];

export const issueEventSchema = z.strictObject({
	key: slugSchema,
	kind: z.enum(issueEventKinds),
	from: issueStatusSchema.nullable(),
	to: issueStatusSchema,
	loop: z.number().int(),
	records: z.array(z.string()),
	note: z.string(),
});
export type IssueEvent = z.infer<typeof issueEventSchema>;
