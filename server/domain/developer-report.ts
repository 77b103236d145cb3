import { z } from "zod";
import { slugSchema } from "./ids.ts";

/** What the Developer says of its own work. A claim: shown beside the verdict, closes nothing. */
export const developerReportSchema = z.strictObject({
	status: z.enum(["pass", "partial", "fail"]),
	summary: z.string().max(8000).default(""),
	tasks: z
		.array(
			z.strictObject({
				title: z.string().min(1).max(400),
				done: z.boolean(),
				note: z.string().max(4000).default(""),
			}),
		)
		.default([]),
	/** issues that the Developer believes mended; they become `fixed_pending_verify`, never `closed` */
	fixed: z.array(slugSchema).default([]),
	baseline: z
		.array(
			z.strictObject({
				command: z.string(),
				exitCode: z.number().int().nullable(),
				note: z.string().default(""),
			}),
		)
		.default([]),
	retests: z
		.array(
			z.strictObject({
				command: z.string(),
				exitCode: z.number().int().nullable(),
				note: z.string().default(""),
			}),
		)
		.default([]),
});
export type DeveloperReport = z.infer<typeof developerReportSchema>;
/** `none`: no readable report, or no developer call in this loop. */
export type DeveloperStatus = DeveloperReport["status"] | "none";
