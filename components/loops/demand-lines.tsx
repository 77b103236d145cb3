import type { ExaminationView } from "@/server/domain/views.ts";
import { AskedCell } from "./asked-cell";
import { DoneCell } from "./done-cell";
import { Blank, Line, LineGroup } from "./line-grid";
import { isProof, type LineUpRow } from "./line-up";
import { ProofCell } from "./proof-cell";

/** Criteria, constraints, preserved claims or claims beyond D_t, one line each. */
export function DemandLines({
	name,
	rows,
	examinations,
	word = "proved",
	silent = "no word",
}: {
	name: string;
	rows: LineUpRow[];
	examinations: ExaminationView[];
	/** what a proved line is called in the count */
	word?: string;
	/** the Developer's word on lines that it doesn't name */
	silent?: string;
}) {
	if (rows.length === 0) return null;
	const proved = rows.filter((row) => row.proofs[0] && isProof(row.proofs[0])).length;
	return (
		<LineGroup
			name={name}
			note={examinations.length === 0 ? rows.length : `${proved} of ${rows.length} ${word}`}
		>
			{rows.map((row) => (
				<DemandLine key={row.id} row={row} examinations={examinations} silent={silent} />
			))}
		</LineGroup>
	);
}

export function DemandLine({
	row,
	examinations,
	silent = "no word",
}: {
	row: LineUpRow;
	examinations: ExaminationView[];
	silent?: string;
}) {
	return (
		<Line
			asked={row.asked ? <AskedCell row={row} /> : <BeyondCell row={row} />}
			done={
				row.kind === "criterion" ? (
					<DoneCell words={row.done} silent={silent} />
				) : row.done.length > 0 ? (
					<DoneCell words={row.done} />
				) : (
					<Blank />
				)
			}
			proofs={
				examinations.length === 0
					? [<Blank key="none" />]
					: examinations.map((examination, index) => (
							<ProofCell key={examination.id} proof={row.proofs[index] ?? null} examination={examination} />
						))
			}
		/>
	);
}

/** A claim that D_t didn't ask for: the asked column only names it. */
function BeyondCell({ row }: { row: LineUpRow }) {
	return (
		<div className="text-ink-2">
			<p className="num text-xs text-ink-3 wrap-anywhere">{row.id}</p>
			<p className="wrap-anywhere">{row.statement}</p>
		</div>
	);
}
