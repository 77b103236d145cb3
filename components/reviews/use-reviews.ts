"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/components/live/api";
import { type ReviewDecision, type ReviewState, reviewState } from "@/server/domain/review.ts";

/** A record that a person says something of. */
export interface Reviewed {
	runId: string;
	examinationId: string;
	recordRef: string;
}

/** What people said of a run's records; one query for all of a page's pictures. */
export function useReviews(runId: string): (examinationId: string, ref: string) => ReviewState {
	const api = useApi();
	const { data = [] } = useQuery(api.reviews.list.queryOptions({ runId }));
	return (examinationId, ref) => reviewState(data, examinationId, ref);
}

/** Says something of a record; `busy` while it is on its way. */
export function useSayReview({ runId, examinationId, recordRef }: Reviewed) {
	const api = useApi();
	const queries = useQueryClient();
	const mutation = useMutation(
		api.reviews.add.mutationOptions({
			onSuccess: () => queries.invalidateQueries({ queryKey: api.reviews.list.queryKey({ runId }) }),
		}),
	);
	return {
		busy: mutation.isPending,
		say: (decision: ReviewDecision, comment = "", onDone?: () => void) =>
			mutation.mutate({ runId, examinationId, ref: recordRef, decision, comment }, { onSuccess: onDone }),
	};
}
