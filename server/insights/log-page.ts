import type { LogPage } from "../domain/views.ts";
import { countLog, type LogScope, type LogWindow, logBounds, readLog } from "../store/event-reads.ts";
import type { Store } from "../store/open.ts";

/** Counts that stay in memory; each holds for the events up to a seq and grows with what came after it. */
const capacity = 200;
const counts = new WeakMap<Store, Map<string, { seq: number; total: number }>>();

/**
 * One window of a log with its exact total. Opening a log of a million events costs one count over an index the first
 * time and the news alone after that.
 */
export function readLogPage(store: Store, input: LogScope & LogWindow): LogPage {
	const { runId, invocationId, types, after, before, offset, limit } = input;
	const scope: LogScope = { runId, invocationId, types };
	const bounds = logBounds(store, scope);
	return {
		entries: readLog(store, scope, { after, before, offset, limit }),
		total: bounds.last === null ? 0 : totalOf(store, scope, bounds.last),
		firstSeq: bounds.first,
		lastSeq: bounds.last,
	};
}

function totalOf(store: Store, scope: LogScope, last: number): number {
	const cache = counts.get(store) ?? new Map<string, { seq: number; total: number }>();
	counts.set(store, cache);
	const key = JSON.stringify([scope.runId, scope.invocationId, [...(scope.types ?? [])].sort()]);
	const known = cache.get(key) ?? { seq: 0, total: 0 };
	const total = known.total + countLog(store, scope, known.seq, last);
	cache.delete(key);
	cache.set(key, { seq: last, total });
	if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
	return total;
}
