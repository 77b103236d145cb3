import type { HarnessEvent } from "@/server/domain/harness.ts";
import type { LogEntry } from "@/server/domain/views.ts";

export type LogType = HarnessEvent["type"];

/** Filters of the page: what a person asks for, not every event type by name. */
export const logGroups = {
	messages: { label: "messages", types: ["message", "reasoning"] },
	tools: { label: "tools", types: ["tool_started", "tool_ended", "file_changed"] },
	problems: { label: "problems", types: ["error", "retry", "permission_refused", "unparsed"] },
	rest: { label: "usage, notes", types: ["session", "usage", "note"] },
} as const satisfies Record<string, { label: string; types: readonly LogType[] }>;
export type LogGroup = keyof typeof logGroups;
export const logGroupNames = Object.keys(logGroups) as LogGroup[];

/** Event types of the chosen groups; undefined = all, so that no filter is sent. */
export function typesOf(groups: LogGroup[]): LogType[] | undefined {
	if (groups.length === 0 || groups.length === logGroupNames.length) return undefined;
	return groups.flatMap((group) => [...logGroups[group].types]);
}

/** A row of the log: a tool call is one row, from its start and its end. */
export type LogRow =
	| { kind: "event"; seq: number; entry: LogEntry }
	| { kind: "tool"; seq: number; entry: LogEntry; started: LogEntry | null; ended: LogEntry | null }
	/** another call begins here */
	| { kind: "invocation"; seq: number; entry: LogEntry };

/** Joins starts and ends of tool calls (by call id within their invocation) and marks where another call begins. */
export function logRows(entries: LogEntry[]): LogRow[] {
	const rows: LogRow[] = [];
	const open = new Map<string, Extract<LogRow, { kind: "tool" }>>();
	let invocation: string | null = null;
	for (const entry of entries) {
		if (entry.invocationId !== invocation) {
			rows.push({ kind: "invocation", seq: entry.seq, entry });
			invocation = entry.invocationId;
		}
		const { event } = entry;
		if (event.type === "tool_started") {
			const row = { kind: "tool" as const, seq: entry.seq, entry, started: entry, ended: null };
			open.set(`${entry.invocationId} ${event.callId}`, row);
			rows.push(row);
		} else if (event.type === "tool_ended") {
			const key = `${entry.invocationId} ${event.callId}`;
			const row = open.get(key);
			// A window may begin between start and end; the end alone still tells the whole call.
			if (row) row.ended = entry;
			else rows.push({ kind: "tool", seq: entry.seq, entry, started: null, ended: entry });
			open.delete(key);
		} else {
			rows.push({ kind: "event", seq: entry.seq, entry });
		}
	}
	return rows;
}

/** Index of the row that shows `seq`, or of the next one after it. */
export function rowOfSeq(rows: LogRow[], seq: number): number {
	const at = rows.findIndex((row) => row.seq >= seq || (row.kind === "tool" && row.ended?.seq === seq));
	return at === -1 ? rows.length - 1 : at;
}
