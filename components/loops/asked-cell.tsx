import type { LineUpRow } from "./line-up";

/** What D_t asks: the criterion's id and words. */
export function AskedCell({ row }: { row: LineUpRow }) {
	return (
		<div className="min-w-0">
			<p className="flex flex-wrap items-baseline gap-x-2">
				<span className="num text-xs text-ink-3 wrap-anywhere">{row.id}</span>
				{row.proposed ? <Proposed /> : null}
				{row.kind === "constraint" ? <span className="text-xs text-ink-3">constraint</span> : null}
			</p>
			{row.statement === "" ? (
				<p className="text-ink-3">no words are known for this id</p>
			) : (
				<p className="wrap-anywhere">{row.statement}</p>
			)}
		</div>
	);
}

/** Marks what a planner proposed and no person wrote. */
export function Proposed() {
	return (
		<span
			className="rounded-sm border border-dashed border-rule-strong px-1 text-xs leading-4 text-ink-3"
			title="proposed by the planner, not written in fuseline.json"
		>
			proposed
		</span>
	);
}
