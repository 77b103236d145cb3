"use client";
import { useState } from "react";
import { CommentBox } from "./comment-box";
import { ReviewTools } from "./review-tools";
import { type Reviewed, useReviews, useSayReview } from "./use-reviews";

/** A person's word on a picture where it is looked at alone. */
export function RecordReview(target: Reviewed) {
	const [commenting, setCommenting] = useState(false);
	const state = useReviews(target.runId)(target.examinationId, target.recordRef);
	const review = useSayReview(target);
	return (
		<div className="rounded-md border border-rule">
			<ReviewTools
				state={state}
				busy={review.busy}
				commenting={commenting}
				onDecide={(decision) => {
					if (state.decision?.decision !== decision) review.say(decision);
				}}
				onComment={() => setCommenting(!commenting)}
			/>
			{commenting ? (
				<CommentBox
					state={state}
					busy={review.busy}
					onSay={(comment) => review.say("comment", comment, () => setCommenting(false))}
					onClose={() => setCommenting(false)}
				/>
			) : null}
		</div>
	);
}
