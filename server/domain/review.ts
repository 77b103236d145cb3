import { z } from "zod";

/** What a person can say of a piece of evidence. A later decision takes the place of an earlier one; none is erased. */
export const reviewDecisions = ["accept", "reject", "comment"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const reviewCommentSchema = z.string().trim().max(4000);

/** A person's word on one execution record. It never verifies, refutes or closes anything: that is the evidence's part. */
export interface Review {
	id: string;
	examinationId: string;
	/** ref of the record within its examination, such as `probe:board` */
	ref: string;
	decision: ReviewDecision;
	comment: string;
	at: number;
}

/** What stands of a record's reviews: the last decision, and everything that was said, oldest first. */
export interface ReviewState {
	decision: { decision: "accept" | "reject"; at: number } | null;
	comments: { text: string; at: number }[];
}

/** Sums up the reviews of one record; `reviews` is oldest first. */
export function reviewState(reviews: readonly Review[], examinationId: string, ref: string): ReviewState {
	const own = reviews.filter((review) => review.examinationId === examinationId && review.ref === ref);
	let decision: ReviewState["decision"] = null;
	for (const review of own) {
		if (review.decision !== "comment") decision = { decision: review.decision, at: review.at };
	}
	const comments = own.flatMap(({ comment, at }) => (comment === "" ? [] : { text: comment, at }));
	return { decision, comments };
}
