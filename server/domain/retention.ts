import { z } from "zod";

const days = z.number().min(0).max(36_500);

/** What gc may take of ended runs, set by a person. Numbers are days but for `keepCandidates`. */
export const retentionSchema = z.strictObject({
	/** the last N candidates of a run keep files and evidence */
	keepCandidates: z.number().int().min(1).max(10_000).default(5),
	/** candidates and workspaces younger than this stay, however many there are */
	keepDays: days.default(30),
	/** raw output of the CLIs is dropped later than this */
	transcriptDays: days.default(30),
	/** what `setup` made and nobody has used for so long */
	cacheDays: days.default(14),
});
export type Retention = z.infer<typeof retentionSchema>;

export const defaultRetention: Retention = retentionSchema.parse({});

/** The same policy with another age for everything that has one: `gc --older-than`. */
export function olderThan(policy: Retention, age: number): Retention {
	return { ...policy, keepDays: age, transcriptDays: age, cacheDays: age };
}
