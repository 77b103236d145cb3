import { formatExact } from "@/components/format/number";
import { Button } from "@/components/ui/button";
import { windowShare } from "./log-window";
import type { useLogWindow } from "./use-log-window";

/** Where one is in the whole log: exact numbers, and a bar to jump by position. */
export function LogStatusLine({
	log,
	seqAt,
	first,
	last,
	onFollow,
}: {
	log: ReturnType<typeof useLogWindow>;
	seqAt: (index: number) => number | null;
	first: number;
	last: number;
	onFollow: (follow: boolean) => void;
}) {
	const { window: held, reader, error } = log;
	const share = windowShare(held);
	const from = seqAt(first);
	const to = seqAt(last);
	return (
		<div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule-strong py-1 text-xs text-ink-3">
			<span className="num">
				{formatExact(held.total)} {held.total === 1 ? "event" : "events"}
				{/* numbers of events count all that happened to the run, so they are no positions in this list */}
				{from === null || to === null ? "" : ` · in view: no. ${formatExact(from)}–${formatExact(to)}`}
			</span>
			<button
				type="button"
				aria-label="Jump by position in the log"
				title="Click to jump by position"
				className="relative h-4 min-w-24 flex-1 rounded-sm"
				onClick={(event) => {
					const box = event.currentTarget.getBoundingClientRect();
					onFollow(false);
					void reader.jumpToShare(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
				}}
			>
				<span className="absolute inset-x-0 top-1/2 h-px bg-rule-strong" />
				<span
					className="absolute top-1/2 h-1 min-w-1 -translate-y-1/2 rounded-sm bg-ink-2"
					style={{ left: `${share.from * 100}%`, width: `${Math.max(0, share.to - share.from) * 100}%` }}
				/>
			</button>
			{error ? <span className="text-fail">could not read on: {error.message}</span> : null}
			<Button
				variant="quiet"
				onClick={() => {
					onFollow(false);
					void reader.jump(0);
				}}
			>
				Start
			</Button>
			<Button
				variant="quiet"
				onClick={() => {
					void reader.toEnd();
					onFollow(true);
				}}
			>
				End
			</Button>
		</div>
	);
}
