import type { LogPage } from "../domain/views.ts";
import { type LogExtent, type LogScope, type LogWindow, measureLog, readLog } from "../store/event-reads.ts";
import { lastSeq } from "../store/events.ts";
import type { Store } from "../store/open.ts";

/** Measured logs that stay in memory. */
const capacity = 200;
/** What a log holds up to a seq; grows with what came after it. */
const measured = new WeakMap<Store, Map<string, LogExtent & { upTo: number }>>();

/**
 * One window of a log with its exact total. A log of a million events costs one walk over an index the first time and
 * the news alone after that.
 */
export function readLogPage(store: Store, input: LogScope & LogWindow): LogPage {
	const { runId, invocationId, types, after, before, offset, limit } = input;
	const scope: LogScope = { runId, invocationId, types };
	const { total, first, last } = extentOf(store, scope);
	const entries = total === 0 ? [] : readLog(store, scope, { after, before, offset, limit });
	return { entries, total, firstSeq: first, lastSeq: last };
}

function extentOf(store: Store, scope: LogScope): LogExtent {
	const cache = measured.get(store) ?? new Map<string, LogExtent & { upTo: number }>();
	measured.set(store, cache);
	const key = JSON.stringify([scope.runId, scope.invocationId, [...(scope.types ?? [])].sort()]);
	const known = cache.get(key) ?? { total: 0, first: null, last: null, upTo: 0 };
	const upTo = lastSeq(store, scope.runId) ?? 0;
	const news = upTo > known.upTo ? measureLog(store, scope, known.upTo, upTo) : null;
	const extent = {
		total: known.total + (news?.total ?? 0),
		first: known.first ?? news?.first ?? null,
		last: news?.last ?? known.last,
		upTo,
	};
	cache.delete(key);
	cache.set(key, extent);
	if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
	return extent;
}
