import { z } from "zod";

/** Three separate judgements of one candidate (design §1). */
export const verdictSchema = z.strictObject({
	status: z.enum(["pass", "fail", "blocked", "untested"]),
	integrity: z.enum(["clean", "suspect", "violation"]),
	contract: z.enum(["aligned", "unknown", "needs_revision", "invalid"]),
	/** why each is not the best, in sentences */
	reasons: z
		.array(z.strictObject({ judgement: z.enum(["status", "integrity", "contract"]), text: z.string() }))
		.default([]),
});
export type Verdict = z.infer<typeof verdictSchema>;

export function isAccepted(verdict: Verdict): boolean {
	return verdict.status === "pass" && verdict.integrity === "clean" && verdict.contract === "aligned";
}
