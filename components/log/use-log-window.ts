"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApiClient } from "@/components/live/api";
import type { LogEntry } from "@/server/domain/views.ts";
import { LogReader, type LogSource } from "./log-reader";
import type { LogType } from "./log-rows";

export interface LogScope {
	runId: string;
	/** null = all calls of the run */
	invocationId: string | null;
	/** undefined = all types */
	types: LogType[] | undefined;
	/** open around this seq instead of at the tail */
	startAt: number | null;
}

/** The log's window, its live tail, and the ways to move it. A new scope makes a new reader. */
export function useLogWindow(scope: LogScope) {
	const client = useApiClient();
	const key = JSON.stringify([scope.runId, scope.invocationId, scope.types]);
	const [held, setHeld] = useState<{ key: string; reader: LogReader } | null>(null);
	let current = held;
	if (current?.key !== key) {
		current = { key, reader: new LogReader(sourceOf(client, scope), scope.types, scope.startAt) };
		setHeld(current);
	}
	const { reader } = current;
	useEffect(() => reader.start(), [reader]);
	const state = useSyncExternalStore(reader.subscribe, reader.get, reader.get);
	return { ...state, reader };
}

function sourceOf(
	client: ReturnType<typeof useApiClient>,
	{ runId, invocationId, types }: LogScope,
): LogSource {
	return {
		page: (request) =>
			client.log.page.query({
				runId,
				invocationId,
				...(types ? { types } : {}),
				before: null,
				after: null,
				...request,
			}),
		watch: (after, onEntries) => {
			const subscription = client.log.watch.subscribe(
				{ runId, invocationId, after },
				{ onData: (batch: { data: LogEntry[] }) => onEntries(batch.data) },
			);
			return () => subscription.unsubscribe();
		},
	};
}
