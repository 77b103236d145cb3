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
	const { where, values } = conditions(scope);
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

/** How many entries of a log lie after one seq and up to another; from the index alone where no type is asked for. */
export function countLog(store: Store, scope: LogScope, after: number, upTo: number): number {
	const { where, values } = conditions(scope);
	const row = store.db
		.prepare(`SELECT count(*) AS total FROM Event e WHERE ${where} AND e.seq > @after AND e.seq <= @upTo`)
		.get({ ...values, after, upTo }) as { total: number };
	return row.total;
}

/** First and last seq of a log; nulls for an empty one. */
export function logBounds(store: Store, scope: LogScope): { first: number | null; last: number | null } {
	const { where, values } = conditions(scope);
	const end = (order: "ASC" | "DESC") =>
		store.db
			.prepare(`SELECT e.seq FROM Event e WHERE ${where} ORDER BY e.seq ${order} LIMIT 1`)
			.get(values) as { seq: number } | undefined;
	return { first: end("ASC")?.seq ?? null, last: end("DESC")?.seq ?? null };
}

/** How many events each invocation of a run wrote, for some invocations. */
export function countByInvocation(store: Store, invocationIds: readonly string[]): Map<string, number> {
	const count = store.db.prepare(
		"SELECT count(*) AS total FROM Event WHERE invocationId = ? AND channel = 'log'",
	);
	return new Map(invocationIds.map((id) => [id, (count.get(id) as { total: number }).total]));
}

function conditions(scope: LogScope): { where: string; values: Record<string, string> } {
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
