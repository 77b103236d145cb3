"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useRef } from "react";
import { useApi } from "./api";

const quietMs = 400;

/** Keeps everything that was read of `runs.list` fresh while mounted: any run that moves refreshes it, at most 2.5 × a second. */
export function useListFeed(): void {
	const api = useApi();
	const queries = useQueryClient();
	const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
	const refresh = () => {
		timer.current ??= setTimeout(() => {
			timer.current = null;
			void queries.invalidateQueries(api.runs.list.pathFilter());
		}, quietMs);
	};
	useSubscription(
		api.feed.watch.subscriptionOptions(
			{},
			// after a break anything may have moved
			{ onData: refresh, onStarted: refresh },
		),
	);
}
