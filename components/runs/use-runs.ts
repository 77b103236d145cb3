"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useApi, useApiClient } from "../live/api";
import { runFilters } from "./run-filters";

const pageSize = 50;

/** The runs that the URL's filters let through, newest first, page after page. */
export function useRuns() {
	const api = useApi();
	const client = useApiClient();
	const [{ state, project }] = useQueryStates(runFilters);
	// below the list's own key, so that whatever refreshes the list refreshes these pages, too
	const query = useInfiniteQuery({
		queryKey: [...api.runs.list.pathKey(), "pages", { state, project }],
		queryFn: ({ pageParam }) =>
			client.runs.list.query({
				limit: pageSize,
				cursor: pageParam,
				state: state === "all" ? null : state,
				project,
			}),
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.next,
	});
	return {
		...query,
		rows: query.data?.pages.flatMap((page) => page.rows) ?? null,
		filtered: state !== "all" || project !== null,
	};
}
