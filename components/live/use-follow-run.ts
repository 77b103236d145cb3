"use client";
import { useEffect, useRef } from "react";
import { useRunFeed } from "./use-run-feed";

const quietMs = 250;

/**
 * For pages that read more of a run than its view holds: calls `refetch` soon after the run moved. Finished runs never
 * move, so they are read once.
 */
export function useFollowRun(runId: string, refetch: () => unknown): void {
	const seq = useRunFeed(runId).view?.seq ?? null;
	const latest = useRef(refetch);
	const seen = useRef<number | null>(null);
	// The feed is the external system: a new seq means that what was read is old.
	useEffect(() => {
		latest.current = refetch;
	});
	useEffect(() => {
		if (seq === null || seq === seen.current) return;
		const first = seen.current === null;
		seen.current = seq;
		if (first) return;
		const timer = setTimeout(() => latest.current(), quietMs);
		return () => clearTimeout(timer);
	}, [seq]);
}
