import Link from "next/link";
import type { ReactNode } from "react";
import { Bytes } from "@/components/format/figure";
import { plural } from "@/components/format/number";
import { loopName } from "@/components/format/run-names";
import { Ago } from "@/components/format/time-text";
import { Hash } from "@/components/ui/hash";
import { DeveloperChip, VerdictLine } from "@/components/verdict/verdict-mark";
import type { CandidateView } from "@/server/domain/views.ts";

/** Which version this is, the claim beside the proof, and its size. */
export function CandidateHead({ candidate, actions }: { candidate: CandidateView; actions: ReactNode }) {
	return (
		<div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule-strong pb-3">
			<Hash
				value={candidate.label}
				text={candidate.label}
				what="candidate"
				className="text-base font-semibold"
			/>
			<span className="flex items-center gap-2 text-xs text-ink-3">
				Developer <DeveloperChip status={candidate.developerStatus} />
			</span>
			<span className="flex items-center gap-2 text-xs text-ink-3">
				QA <VerdictLine verdict={candidate.verdict} />
			</span>
			<span className="flex flex-wrap gap-x-4 text-xs text-ink-3">
				<Link
					href={`/runs/${candidate.runId}/loops/${candidate.loop}`}
					className="underline decoration-rule-strong underline-offset-2"
				>
					loop {loopName(candidate.loop)}
				</Link>
				<span>{plural(candidate.files, "file")}</span>
				<Bytes value={candidate.bytes} />
				{candidate.pinned ? <span className="text-ink-2">pinned: kept for ever</span> : null}
				<span>
					frozen <Ago at={candidate.createdAt} />
				</span>
			</span>
			<div className="flex flex-wrap gap-2 xl:ml-auto">{actions}</div>
		</div>
	);
}
