import type { LoopRow } from "@/server/domain/run-view.ts";
import { Short } from "../../format/figure";
import { formatExact } from "../../format/number";
import { totalOfRoles } from "../../format/usage";
import { Hash } from "../../ui/hash";
import { Shape } from "../../verdict/shape";

/** The candidate's tree; what happens instead while there is none. */
export function CandidateCell({ row, alive }: { row: LoopRow; alive: boolean }) {
	if (row.candidate) return <Hash value={row.candidate.tree} what="tree hash" className="relative z-10" />;
	if (row.unchanged) return <span className="text-xs text-ink-3">unchanged</span>;
	return <span className="text-xs text-ink-3">{alive ? "building…" : "–"}</span>;
}

/** `11 / 2`: verified and gaps. */
export function ClaimsCell({ row }: { row: LoopRow }) {
	if (row.verified === null) return <span className="text-ink-3">–</span>;
	return (
		<span title={`${row.verified} claims verified, ${row.gaps ?? 0} gaps, ${row.findings ?? 0} findings`}>
			{row.verified}
			<span className="text-ink-3"> / {row.gaps ?? 0}</span>
		</span>
	);
}

/** `+1 ↺1 −2`: opened, reopened, closed in this loop. */
export function IssuesCell({ row }: { row: LoopRow }) {
	const { issuesOpened, issuesReopened, issuesClosed } = row;
	if (issuesOpened + issuesReopened + issuesClosed === 0) return <span className="text-ink-3">–</span>;
	return (
		<span
			className="inline-flex items-center gap-2"
			title={`${issuesOpened} opened, ${issuesReopened} reopened, ${issuesClosed} closed`}
		>
			{issuesOpened > 0 ? <span className="text-fail">+{issuesOpened}</span> : null}
			{issuesReopened > 0 ? (
				<span className="inline-flex items-center gap-0.5 text-reopened">
					<Shape name="return" />
					{issuesReopened}
				</span>
			) : null}
			{issuesClosed > 0 ? <span className="text-pass">−{issuesClosed}</span> : null}
		</span>
	);
}

/** `6 (2 Δ)`: pictures, and how many differ from the candidate before. */
export function ScreensCell({ row, changed }: { row: LoopRow; changed: number }) {
	if (row.screenshots === null) return <span className="text-ink-3">–</span>;
	return (
		<span title={`${row.screenshots} pictures, ${changed} changed`}>
			{row.screenshots}
			{changed > 0 ? <span className="text-ink-3"> ({changed} Δ)</span> : null}
		</span>
	);
}

export function TokensCell({ row }: { row: LoopRow }) {
	return <Short value={totalOfRoles(row.usage)} unit="tokens" />;
}

export function PathsCell({ row }: { row: LoopRow }) {
	return <>{row.candidate ? formatExact(row.candidate.changedPaths) : "–"}</>;
}

/** Verified behaviour that this loop broke: never to be overlooked. */
export function LostMark({ lost }: { lost: string[] }) {
	if (lost.length === 0) return null;
	return (
		<span
			className="inline-flex items-center gap-1 text-xs text-reopened"
			title={`no longer holds: ${lost.join(", ")}`}
		>
			<Shape name="return" />
			{lost.length} lost
		</span>
	);
}
