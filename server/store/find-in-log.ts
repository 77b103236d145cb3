import { setImmediate as breathe } from "node:timers/promises";
import type { HarnessEvent } from "../domain/harness.ts";
import { eventHolds } from "../domain/log-text.ts";
import { type LogScope, logConditions } from "./event-reads.ts";
import { lastSeq } from "./events.ts";
import type { Store } from "./open.ts";

/** Events of the run that one turn looks at: some ten milliseconds, so that nobody waits for a search. */
const stride = 20_000;
/** Places that are kept; who finds more asks for more words. */
const atMost = 2_000;

export interface Found {
	/** seqs of the events that hold the words, oldest first */
	seqs: number[];
	/** the search ended here because too many were found: the older part was not looked at */
	stoppedAt: number | null;
	/** last event of the run that was looked at */
	upTo: number;
}

/**
 * Where words stand in a log, whatever its length: from its end backwards, some thousand events at a turn. SQLite sieves
 * the stored JSON, then the readable texts are compared. `signal`: nobody waits for the answer any more.
 */
export async function findInLog(
	store: Store,
	scope: LogScope,
	words: string,
	signal?: AbortSignal,
): Promise<Found> {
	const { where, values } = logConditions(scope);
	const statement = store.db.prepare(
		`SELECT e.seq, e.data FROM Event e
		WHERE ${where} AND e.seq > @after AND e.seq <= @upTo AND e.data LIKE @pattern ESCAPE '!' ORDER BY e.seq DESC`,
	);
	const pattern = `%${sieveOf(words)}%`;
	const end = lastSeq(store, scope.runId) ?? 0;
	const seqs: number[] = [];
	for (let upTo = end; upTo > 0 && !signal?.aborted; upTo -= stride) {
		const after = Math.max(0, upTo - stride);
		const rows = statement.all({ ...values, after, upTo, pattern }) as { seq: number; data: string }[];
		for (const { seq, data } of rows) {
			if (!eventHolds(JSON.parse(data) as HarnessEvent, words)) continue;
			if (seqs.length === atMost) return { seqs: seqs.reverse(), stoppedAt: seq, upTo: end };
			seqs.push(seq);
		}
		await breathe();
	}
	return { seqs: seqs.reverse(), stoppedAt: null, upTo: end };
}

/**
 * The words as they stand in stored JSON, for LIKE. LIKE takes letters of ASCII only for alike, so that others stand for
 * any character here and are compared afterwards.
 */
function sieveOf(words: string): string {
	return JSON.stringify(words)
		.slice(1, -1)
		.replace(/[!%_]/g, "!$&")
		.replace(/\P{ASCII}+/gu, "%");
}
