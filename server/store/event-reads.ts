import type { HarnessEvent } from "../domain/harness.ts";
import type { Role } from "../domain/role.ts";
import type { Store } from "./open.ts";

/** A run's whole log, or the part of one invocation. */
export interface LogScope {
	runId: string;
	invocationId: string | null;
	/** types of harness events to keep; absent or empty = all */
	types?: readonly string[] | undefined;
}

export interface LogWindow {
	/** the first `limit` after this seq */
	after?: number | null;
	/** the last `limit` before this seq */
	before?: number | null;
	/** the `limit` entries from this row on, counted from 0 */
	offset?: number | undefined;
	limit: number;
}

export interface LogRow {
	seq: number;
	at: number;
	invocationId: string;
	loop: number;
	role: Role;
	event: HarnessEvent;
}

interface StoredRow {
	seq: number;
	at: number;
	invocationId: string;
	loop: number | null;
	role: Role;
	data: string;
}

/** One window of a log, oldest first. With neither `after`, `before` nor `offset`: the last `limit` entries. */
export function readLog(store: Store, scope: LogScope, window: LogWindow): LogRow[] {
	const { where, values } = logConditions(scope);
	const tail = window.after == null && window.offset === undefined;
	const place =
		window.after != null
			? { sql: "AND e.seq > @after", values: { after: window.after } }
			: window.before != null
				? { sql: "AND e.seq < @before", values: { before: window.before } }
				: { sql: "", values: {} };
	// the window is cut on the index first; only its rows are joined and read
	const rows = store.db
		.prepare(
			`SELECT e.seq, e.at, e.invocationId, e.loop, e.data, i.role FROM (
				SELECT e.id FROM Event e WHERE ${where} ${place.sql}
				ORDER BY e.seq ${tail ? "DESC" : "ASC"} LIMIT @limit OFFSET @offset
			) w JOIN Event e ON e.id = w.id JOIN Invocation i ON i.id = e.invocationId ORDER BY e.seq`,
		)
		.all({ ...values, ...place.values, limit: window.limit, offset: window.offset ?? 0 }) as StoredRow[];
	return rows.map(({ data, loop, ...row }) => ({
		...row,
		loop: loop ?? 0,
		event: JSON.parse(data) as HarnessEvent,
	}));
}

export interface LogExtent {
	total: number;
	first: number | null;
	last: number | null;
}

/** How many entries of a log lie after one seq and up to another, and the ends of that part. */
export function measureLog(store: Store, scope: LogScope, after: number, upTo: number): LogExtent {
	if (scope.invocationId !== null && !scope.types?.length)
		return measureInvocation(store, scope, after, upTo);
	const { where, values } = logConditions(scope);
	return store.db
		.prepare(
			`SELECT count(*) AS total, min(e.seq) AS first, max(e.seq) AS last FROM Event e
			WHERE ${where} AND e.seq > @after AND e.seq <= @upTo`,
		)
		.get({ ...values, after, upTo }) as LogExtent;
}

/**
 * The same for one invocation without reading a row of the table: all its events by their index, less the few of the
 * run's own channel that name it.
 */
function measureInvocation(store: Store, scope: LogScope, after: number, upTo: number): LogExtent {
	const { where, values } = logConditions(scope);
	const part = { ...values, after, upTo };
	const one = (sql: string) => store.db.prepare(sql).get(part) as { n: number } | undefined;
	const all = one(
		`SELECT count(*) AS n FROM Event INDEXED BY Event_invocationId_seq_idx
		WHERE invocationId = @invocationId AND seq > @after AND seq <= @upTo`,
	);
	const ofRun = one(
		`SELECT count(*) AS n FROM Event INDEXED BY Event_runId_channel_seq_idx
		WHERE runId = @runId AND channel = 'run' AND seq > @after AND seq <= @upTo AND invocationId = @invocationId`,
	);
	const end = (order: "ASC" | "DESC") =>
		one(
			`SELECT e.seq AS n FROM Event e INDEXED BY Event_invocationId_seq_idx
			WHERE ${where} AND e.seq > @after AND e.seq <= @upTo ORDER BY e.seq ${order} LIMIT 1`,
		)?.n ?? null;
	return { total: (all?.n ?? 0) - (ofRun?.n ?? 0), first: end("ASC"), last: end("DESC") };
}

/** How many entries some invocations of a run wrote. */
export function countByInvocation(
	store: Store,
	runId: string,
	invocationIds: readonly string[],
): Map<string, number> {
	const upTo = Number.MAX_SAFE_INTEGER;
	return new Map(
		invocationIds.map((invocationId) => [
			invocationId,
			measureInvocation(store, { runId, invocationId }, 0, upTo).total,
		]),
	);
}

/** Which rows of `Event e` a scope means. */
export function logConditions(scope: LogScope): { where: string; values: Record<string, string> } {
	const types = Object.fromEntries((scope.types ?? []).map((type, index) => [`type${index}`, type]));
	const names = Object.keys(types).map((name) => `@${name}`);
	const kinds = names.length === 0 ? "" : ` AND e.kind IN (${names.join(", ")})`;
	if (scope.invocationId !== null) {
		return {
			where: `e.invocationId = @invocationId AND e.runId = @runId AND e.channel = 'log'${kinds}`,
			values: { invocationId: scope.invocationId, runId: scope.runId, ...types },
		};
	}
	return {
		where: `e.runId = @runId AND e.channel = 'log'${kinds}`,
		values: { runId: scope.runId, ...types },
	};
}
