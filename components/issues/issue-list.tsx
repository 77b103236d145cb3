"use client";
import { useState } from "react";
import { plural } from "@/components/format/number";
import { loopName } from "@/components/format/run-names";
import { useKeys } from "@/components/keys/use-keys";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { IssueStatusMark } from "@/components/verdict/verdict-mark";
import type { IssueView } from "@/server/domain/views.ts";
import { issueTimeline } from "./timeline";
import { TimelineStrip } from "./timeline-strip";

const page = 200;

/** One row per issue with its life over the loops; on a phone two lines. */
export function IssueList({
	issues,
	loops,
	chosen,
	onChoose,
	onClear,
}: {
	issues: IssueView[];
	loops: number;
	chosen: string | null;
	onChoose: (key: string) => void;
	onClear: () => void;
}) {
	const [limit, setLimit] = useState(page);
	const move = (by: 1 | -1) => {
		const at = issues.findIndex((issue) => issue.key === chosen);
		const next = issues[at === -1 ? (by === 1 ? 0 : issues.length - 1) : at + by];
		if (next) onChoose(next.key);
	};
	useKeys("Issues", [
		{ key: "j", label: "issue after", run: () => move(1) },
		{ key: "k", label: "issue before", run: () => move(-1) },
	]);
	if (issues.length === 0) {
		return (
			<div className="flex items-center gap-3 border-t border-rule py-6 text-ink-2">
				No issue matches. <Button onClick={onClear}>Show all</Button>
			</div>
		);
	}
	return (
		<div>
			<div className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-rule-strong pb-1 md:grid-cols-[116px_60px_minmax(0,1fr)_auto]">
				<span className="label max-md:hidden">status</span>
				<span className="label max-md:hidden">severity</span>
				<span className="label">issue</span>
				<LoopScale loops={loops} />
			</div>
			<ul>
				{issues.slice(0, limit).map((issue) => (
					<li key={issue.key} className={cn("border-b border-rule", chosen === issue.key && "bg-sunken")}>
						<button
							type="button"
							onClick={() => onChoose(issue.key)}
							className="grid min-h-(--row) w-full grid-cols-[1fr_auto] items-center gap-x-4 py-1 text-left hover:bg-sunken md:grid-cols-[116px_60px_minmax(0,1fr)_auto]"
						>
							<span className="max-md:col-span-2">
								<IssueStatusMark status={issue.status} />
								<span className="ml-2 text-xs text-ink-3 md:hidden">{issue.severity}</span>
							</span>
							<span
								className={cn(
									"text-xs max-md:hidden",
									issue.severity === "minor" ? "text-ink-3" : "text-ink-2",
								)}
							>
								{issue.severity}
							</span>
							<span className="min-w-0 md:flex md:items-baseline md:gap-3">
								<span className="block min-w-0 truncate" title={issue.title}>
									{issue.title}
								</span>
								<span className="num block min-w-24 truncate text-xs text-ink-3" title={issue.key}>
									{issue.key}
								</span>
							</span>
							<span className="flex items-center gap-2">
								{issue.reopenings > 0 ? (
									<span
										className="num text-xs text-reopened"
										title={`came back ${plural(issue.reopenings, "time")}`}
									>
										↺{issue.reopenings}
									</span>
								) : null}
								<TimelineStrip marks={issueTimeline(issue, loops)} />
							</span>
						</button>
					</li>
				))}
			</ul>
			{issues.length > limit ? (
				<Button variant="quiet" className="mt-2" onClick={() => setLimit(limit + page)}>
					{issues.length - limit} more issues
				</Button>
			) : null}
		</div>
	);
}

/** First and last loop over the strips. */
function LoopScale({ loops }: { loops: number }) {
	return (
		<span className="num flex justify-between gap-2 text-xs text-ink-3" style={{ width: stripWidth(loops) }}>
			<span>{loopName(1)}</span>
			{loops > 2 ? <span>{loopName(loops)}</span> : null}
		</span>
	);
}

/** Width of a strip in pixels: wide enough to read, never wider than a phone allows. */
export function stripWidth(loops: number): number {
	return Math.min(360, Math.max(64, loops * 14));
}
