"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useApi } from "../live/api";
import { runFilters } from "./run-filters";

const pageSize = 50;

/** The runs that the URL's filters let through, newest first, page after page. */
export function useRuns() {
	const api = useApi();
	const [{ state, project }] = useQueryStates(runFilters);
	const query = useInfiniteQuery(
		api.runs.list.infiniteQueryOptions(
			{ limit: pageSize, state: state === "all" ? null : state, project },
			{ getNextPageParam: (page) => page.next },
		),
	);
	return {
		...query,
		rows: query.data?.pages.flatMap((page) => page.rows) ?? null,
		filtered: state !== "all" || project !== null,
	};
}
