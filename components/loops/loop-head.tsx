"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { formatShort } from "@/components/format/number";
import { loopName } from "@/components/format/run-names";
import { Ago, Worked } from "@/components/format/time-text";
import { totalTokens } from "@/components/format/usage";
import { IconButton } from "@/components/ui/icon-button";
import { Shape } from "@/components/verdict/shape";
import type { Work } from "@/server/domain/active-time.ts";
import type { LoopView } from "@/server/domain/views.ts";

/** Which loop and which candidate, what it cost, and the way to its neighbours. */
export function LoopHead({
	loop,
	work,
	onStep,
}: {
	loop: LoopView;
	work: Work | null;
	onStep: (by: 1 | -1) => void;
}) {
	const tokens = loop.invocations.reduce<number | null>((sum, call) => {
		const used = totalTokens(call.usage);
		return used === null ? sum : (sum ?? 0) + used;
	}, null);
	return (
		<div className="flex flex-wrap items-center gap-x-5 gap-y-2 pb-3">
			<span className="-ml-2 flex items-center">
				<IconButton label="Loop before" hotkey="k" disabled={!loop.hasPrevious} onClick={() => onStep(-1)}>
					<ChevronLeft aria-hidden />
				</IconButton>
				<span className="text-base font-semibold">
					loop <span className="num">{loopName(loop.loop)}</span>
				</span>
				<IconButton label="Loop after" hotkey="j" disabled={!loop.hasNext} onClick={() => onStep(1)}>
					<ChevronRight aria-hidden />
				</IconButton>
			</span>
			{loop.candidate ? (
				<Link
					href={`/runs/${loop.runId}/candidates/${loop.candidate.id}`}
					className="num text-xs underline decoration-rule-strong underline-offset-2 hover:decoration-ink"
					title={`Candidate ${loop.candidate.tree}`}
				>
					{loop.candidate.label}
				</Link>
			) : null}
			<span className="flex items-center gap-4 text-xs text-ink-3 sm:ml-auto">
				{loop.endedAt === null ? (
					<span className="flex items-center gap-1.5 text-accent">
						<Shape name="disc" className="animate-breathe" /> under way
					</span>
				) : (
					<span>
						ended <Ago at={loop.endedAt} />
					</span>
				)}
				<span className="num" title="tokens of all calls">
					{formatShort(tokens)} tokens
				</span>
				<span title="time at work">
					<Worked work={work} />
				</span>
			</span>
		</div>
	);
}
