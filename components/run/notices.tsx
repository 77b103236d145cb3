"use client";
import { useState } from "react";
import type { RunView } from "@/server/domain/run-view.ts";
import { loopName } from "../format/run-names";
import { formatAbsolute, formatClock } from "../format/time";
import { Button } from "../ui/button";
import { cn } from "../ui/class-names";
import { Section } from "../ui/section";
import { Shape } from "../verdict/shape";

const few = 6;

const levels = {
	info: { shape: "dash", tone: "text-ink-3", word: "note" },
	warning: { shape: "triangle", tone: "text-blocked", word: "warning" },
	error: { shape: "cross", tone: "text-fail", word: "error" },
} as const;

/** What a person should have seen: limits, missing walls, interruptions, in the order of time. */
export function Notices({ view }: { view: RunView }) {
	const [all, setAll] = useState(false);
	const newest = [...view.notices].reverse();
	const shown = all ? newest : newest.slice(0, few);
	return (
		<Section
			title="Activity"
			aside={
				newest.length > few ? (
					<Button variant="quiet" className="-mr-2.5 -mb-1" onClick={() => setAll(!all)}>
						{all ? "Fewer" : `All ${newest.length}`}
					</Button>
				) : null
			}
		>
			{shown.length === 0 ? (
				<p className="text-ink-3">Nothing out of the ordinary so far.</p>
			) : (
				<ul className="space-y-1">
					{shown.map((notice) => (
						<li key={`${notice.at} ${notice.text}`} className="flex items-baseline gap-3">
							<time
								dateTime={new Date(notice.at).toISOString()}
								title={formatAbsolute(notice.at)}
								className="num shrink-0 text-xs text-ink-3"
							>
								{formatClock(notice.at)}
							</time>
							<span className="num shrink-0 text-xs text-ink-3">{loopName(notice.loop)}</span>
							<span className={cn("flex min-w-0 items-baseline gap-2", levels[notice.level].tone)}>
								<Shape name={levels[notice.level].shape} className="relative top-px" />
								<span className="sr-only">{levels[notice.level].word}:</span>
								<span className="min-w-0 text-ink-2">{notice.text}</span>
							</span>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}
