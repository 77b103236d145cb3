import { z } from "zod";
import { ulidSchema } from "../../domain/ids.ts";
import { type Review, reviewCommentSchema, reviewDecisions } from "../../domain/review.ts";
import { addReview, readReviews } from "../../store/reviews.ts";
import { procedure, router } from "../init.ts";
import { runInput } from "../inputs.ts";

const said = runInput
	.extend({
		examinationId: ulidSchema,
		ref: z.string().min(1).max(300),
		decision: z.enum(reviewDecisions),
		comment: reviewCommentSchema.default(""),
	})
	.refine((input) => input.decision !== "comment" || input.comment !== "", {
		path: ["comment"],
		message: "say something",
	});

/** What people say of evidence. Roles never read it, and no verdict counts it. */
export const reviewsRouter = router({
	list: procedure.input(runInput).query(({ ctx, input }): Review[] => readReviews(ctx.store, input.runId)),
	add: procedure.input(said).mutation(({ ctx, input: { runId, ...review } }): Review => {
		return addReview(ctx.store, runId, review);
	}),
});
