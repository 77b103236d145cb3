"use client";
import { useSyncExternalStore } from "react";
import { type useApiClient as ApiClientHook, useApiClient } from "./api";
import { RunFeed, type RunFeedState, type RunSource } from "./run-feed";

type ApiClient = ReturnType<typeof ApiClientHook>;

const feeds = new WeakMap<ApiClient, Map<string, RunFeed>>();
const empty: RunFeedState = { view: null, error: null };

function sourceOf(client: ApiClient, runId: string): RunSource {
	return {
		// "" is a page that doesn't know its run yet: nothing to ask for
		snapshot: () =>
			runId === "" ? new Promise(() => {}) : client.runs.view.query({ runId }).then(({ view }) => view),
		watch: (after, on) =>
			client.runs.watch.subscribe(
				{ runId, after },
				{
					onData: (message) => on.event(message.data),
					onError: on.failed,
					onComplete: () => on.failed(new Error("ended")),
				},
			),
	};
}

/** One feed per run and tab, shared by all parts of a page and kept while they come and go. */
function feedOf(client: ApiClient, runId: string): RunFeed {
	let byRun = feeds.get(client);
	if (!byRun) {
		byRun = new Map();
		feeds.set(client, byRun);
	}
	let feed = byRun.get(runId);
	if (!feed) {
		feed = new RunFeed(sourceOf(client, runId));
		byRun.set(runId, feed);
	}
	return feed;
}

/**
 * THE live hook: a run's whole view, folded from its events, from the first paint to the end of the run. Finished runs
 * take the same way.
 */
export function useRunFeed(runId: string): RunFeedState & { retry: () => void } {
	const feed = feedOf(useApiClient(), runId);
	const state = useSyncExternalStore(feed.subscribe, feed.getSnapshot, () => empty);
	return { ...state, retry: feed.restart };
}
