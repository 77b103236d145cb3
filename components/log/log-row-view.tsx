import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { loopName } from "@/components/format/run-names";
import { formatClock } from "@/components/format/time";
import { cn } from "@/components/ui/class-names";
import type { LogEntry } from "@/server/domain/views.ts";
import { EventText, eventLook } from "./event-text";
import type { LogRow } from "./log-rows";
import { ToolBody, ToolHead } from "./tool-row";

/** One line of the log: time, kind, text; folded to its first line until it is opened. */
export function LogRowView({
	row,
	open,
	marked,
	windowAtEnd,
	showLoops,
	onToggle,
}: {
	row: LogRow;
	open: boolean;
	marked: boolean;
	windowAtEnd: boolean;
	showLoops: boolean;
	onToggle: () => void;
}) {
	if (row.kind === "invocation") return showLoops ? <CallHead entry={row.entry} /> : null;
	const look = row.kind === "tool" ? { name: "tool", className: "" } : eventLook(row.entry.event);
	return (
		<div className={cn("border-b border-rule", marked && "bg-accent-wash")}>
			<button
				type="button"
				aria-expanded={open}
				onClick={onToggle}
				className="grid min-h-6 w-full grid-cols-[60px_minmax(0,1fr)] items-baseline gap-x-3 px-1 py-0.5 text-left hover:bg-sunken sm:grid-cols-[64px_76px_minmax(0,1fr)_auto]"
			>
				<Time entry={row.entry} />
				<span className={cn("hidden truncate text-xs text-ink-3 sm:block", look.className)}>{look.name}</span>
				<span className="flex min-w-0 items-baseline gap-2">
					{row.kind === "tool" ? (
						<ToolHead row={row} windowAtEnd={windowAtEnd} />
					) : (
						<EventText event={row.entry.event} folded={!open} />
					)}
				</span>
				<ChevronRight
					className={cn("hidden size-3 self-center text-ink-3 sm:block", open && "rotate-90")}
					aria-hidden
				/>
			</button>
			{open && row.kind === "tool" ? (
				<Indented>
					<ToolBody row={row} />
				</Indented>
			) : null}
		</div>
	);
}

function Indented({ children }: { children: ReactNode }) {
	return <div className="px-1 pb-2 sm:pl-[165px]">{children}</div>;
}

function Time({ entry }: { entry: LogEntry }) {
	return (
		<time
			dateTime={new Date(entry.at).toISOString()}
			title={`event ${entry.seq}`}
			className="num text-xs text-ink-3"
		>
			{formatClock(entry.at)}
		</time>
	);
}

function CallHead({ entry }: { entry: LogEntry }) {
	return (
		<div className="flex h-8 items-end gap-2 border-b border-rule-strong px-1 pb-1 text-xs">
			<span className="num text-ink-3">loop {loopName(entry.loop)}</span>
			<span className="font-medium">{entry.role}</span>
		</div>
	);
}
