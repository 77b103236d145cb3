"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView, LoopView } from "@/server/domain/views.ts";
import { DemandLine } from "./demand-lines";
import { Blank, Line, LineGroup } from "./line-grid";
import { isProof, type LineUpRow } from "./line-up";

/** What was verified before and must stay true: lost ones first, kept ones folded away. */
export function PreservedLines({
	loop,
	rows,
	examinations,
}: {
	loop: LoopView;
	rows: LineUpRow[];
	examinations: ExaminationView[];
}) {
	const [open, setOpen] = useState(false);
	const dropped = loop.preservation?.dropped ?? loop.plan?.dropped ?? [];
	if (rows.length === 0 && dropped.length === 0) return null;
	const kept = rows.filter(
		(row) => row.proofs.length > 0 && row.proofs.every((proof) => proof !== null && isProof(proof)),
	);
	const shown = open || kept.length < 2 ? rows : rows.filter((row) => !kept.includes(row));
	const lost = rows.filter((row) => row.proofs[0]?.kind === "lost").length;
	return (
		<LineGroup
			name="Preserve"
			note={
				examinations.length === 0
					? `${rows.length} to keep`
					: `${kept.length} of ${rows.length} kept${lost > 0 ? ` · ${lost} lost` : ""}`
			}
		>
			{shown.map((row) => (
				<DemandLine key={row.id} row={row} examinations={examinations} />
			))}
			{kept.length >= 2 ? (
				<div className="border-b border-rule py-1">
					<Button variant="quiet" className="-ml-2.5" aria-expanded={open} onClick={() => setOpen(!open)}>
						{open ? "Fold the kept ones" : `${kept.length} kept`}
					</Button>
				</div>
			) : null}
			{dropped.map((drop) => (
				<Line
					key={drop.claim}
					asked={
						<>
							<p className="num text-xs text-ink-3 line-through wrap-anywhere">{drop.claim}</p>
							<p>given up by the planner: {plainText(drop.reason)}</p>
						</>
					}
					done={<Blank />}
					proofs={
						examinations.length === 0
							? [<Blank key="b" />]
							: examinations.map((one) => <Blank key={one.id} />)
					}
				/>
			))}
		</LineGroup>
	);
}
