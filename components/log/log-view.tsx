"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { FailedState } from "@/components/ui/failed-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { LogRowView } from "./log-row-view";
import { type LogRow, logRows, rowOfSeq } from "./log-rows";
import { LogStatusLine } from "./log-status-line";
import type { useLogWindow } from "./use-log-window";

/** A row's identity across windows: the start or the end of a call, whichever the window holds first. */
const keyOf = (row: LogRow) => `${row.kind}${row.seq}`;

/** Is it this event that the row shows? A tool call's row shows two. */
const isAt = (row: LogRow, seq: number) => row.seq === seq || (row.kind === "tool" && row.ended?.seq === seq);

/** The virtual list: at most some hundred rows in the page, the window moves when its edges come near. */
export function LogView({
	log,
	follow,
	onFollow,
	target,
	found,
	showLoops,
}: {
	log: ReturnType<typeof useLogWindow>;
	follow: boolean;
	onFollow: (follow: boolean) => void;
	/** seq to bring into view once */
	target: number | null;
	/** the target is what a search found: it stands open, so that the words are seen */
	found: boolean;
	/** name loop and role where another call begins */
	showLoops: boolean;
}) {
	const { window: held, reader } = log;
	const rows = useMemo(() => logRows(held.entries), [held.entries]);
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const scroller = useRef<HTMLDivElement>(null);
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 24,
		getItemKey: (index) => keyOf(rows[index] as LogRow),
		overscan: 12,
		// rows that come in front or are measured late don't move what is read
		anchorTo: "end",
		followOnAppend: follow,
	});
	const items = virtual.getVirtualItems();

	// Follow the tail: a scroll position is the DOM's, so it is set once the rows are there.
	const lastSeq = held.entries.at(-1)?.seq;
	useLayoutEffect(() => {
		if (follow && lastSeq !== undefined) virtual.scrollToEnd();
	}, [follow, lastSeq, virtual]);

	const { opened } = log;
	const stood = useRef(0);
	useLayoutEffect(() => {
		if (opened.count === stood.current || rows.length === 0) return;
		stood.current = opened.count;
		if (opened.at === "end") virtual.scrollToEnd();
		else virtual.scrollToIndex(opened.at === "start" ? 0 : Math.floor(rows.length / 2), { align: "start" });
	}, [opened, rows.length, virtual]);

	const shown = useRef<number | null>(null);
	useLayoutEffect(() => {
		if (target === null || rows.length === 0 || shown.current === target) return;
		shown.current = target;
		virtual.scrollToIndex(rowOfSeq(rows, target), { align: "center" });
	}, [target, rows, virtual]);

	const first = virtual.range?.startIndex ?? 0;
	const last = virtual.range?.endIndex ?? 0;
	useEdges({ reader, first, last, count: rows.length, ready: log.status === "ready" && !log.busy });

	if (log.status === "failed") {
		return (
			<div className="p-4">
				<FailedState
					what="The log could not be read."
					error={log.error}
					stillWorks="The run itself is not touched; its events are stored."
					onRetry={() => void reader.toEnd()}
				/>
			</div>
		);
	}
	if (log.status === "loading") return <SkeletonRows rows={20} label="Reading the log" />;
	if (rows.length === 0) {
		return (
			<EmptyState title="No events here yet.">
				Everything that a harness says, line by line, appears here as it is said: messages, tool calls with
				their exit codes, retries, usage.
			</EmptyState>
		);
	}
	return (
		<div className="flex min-h-0 flex-1 flex-col">
			<div
				ref={scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				role="log"
				aria-label="Events"
				aria-live="off"
				className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
				onWheel={(event) => {
					if (event.deltaY < 0 && follow) onFollow(false);
				}}
			>
				<div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
					{items.map((item) => {
						const row = rows[item.index] as LogRow;
						const key = keyOf(row);
						const marked = target !== null && isAt(row, target);
						return (
							<div
								key={item.key}
								data-index={item.index}
								ref={virtual.measureElement}
								className="absolute top-0 left-0 w-full"
								style={{ transform: `translateY(${item.start}px)` }}
							>
								<LogRowView
									row={row}
									open={open.has(key) !== (marked && found)}
									marked={marked}
									windowAtEnd={held.atEnd}
									showLoops={showLoops}
									onToggle={() => setOpen(toggled(open, key))}
								/>
							</div>
						);
					})}
				</div>
			</div>
			<LogStatusLine
				log={log}
				seqAt={(index) => rows[index]?.seq ?? null}
				first={first}
				last={last}
				onFollow={onFollow}
			/>
		</div>
	);
}

/** Asks for the next page before an edge is reached, so that reading doesn't stop. */
function useEdges({
	reader,
	first,
	last,
	count,
	ready,
}: {
	reader: ReturnType<typeof useLogWindow>["reader"];
	first: number;
	last: number;
	count: number;
	ready: boolean;
}) {
	const margin = 40;
	useLayoutEffect(() => {
		if (!ready || count === 0) return;
		if (first < margin) void reader.older();
		else if (last > count - margin) void reader.newer();
	}, [ready, first, last, count, reader]);
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
	const next = new Set(set);
	if (!next.delete(key)) next.add(key);
	return next;
}
