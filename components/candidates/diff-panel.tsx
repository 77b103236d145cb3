"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/components/live/api";
import { QueryFrame } from "@/components/ui/query-frame";
import { DiffView } from "./diff-view";

/** A file's difference to the candidate's parent, read when it is shown. */
export function DiffPanel({ candidateId, path }: { candidateId: string; path: string }) {
	const api = useApi();
	const query = useQuery(
		api.candidates.diff.queryOptions({ candidateId, path }, { staleTime: Number.POSITIVE_INFINITY }),
	);
	return (
		<QueryFrame query={query} what="This difference can't be shown." rows={6}>
			{(diff) => <DiffView diff={diff} />}
		</QueryFrame>
	);
}
