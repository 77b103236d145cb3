"use client";
import { useState } from "react";
import { plural } from "@/components/format/number";
import { Button } from "@/components/ui/button";
import { MarkChip } from "@/components/verdict/mark-chip";
import { claimMarks } from "@/components/verdict/marks";
import type { CompareView } from "@/server/domain/views.ts";
import { type ClaimLine, claimLines } from "./prepare-compare";
import { RunGroup, RunRow } from "./run-grid";

/** Claims at each run's last examined candidate: lost against the baseline first, then won; the same fold away. */
export function ClaimRows({ claims, names }: { claims: CompareView["claims"]; names: string[] }) {
	const [open, setOpen] = useState(names.length < 2);
	const lines = claimLines(claims);
	const same = lines.filter((line) => line.change === "same");
	const changed = lines.filter((line) => line.change !== "same");
	const lost = changed.filter((line) => line.change === "lost").length;
	const shown = open ? lines : changed;
	return (
		<RunGroup
			name="Claims"
			note={
				lines.length === 0
					? "no claim was examined yet"
					: names.length > 1
						? `${lost} lost, ${changed.length - lost} won against the baseline`
						: plural(lines.length, "claim")
			}
		>
			{shown.map((line) => (
				<Row key={line.claim} line={line} names={names} />
			))}
			{same.length > 0 && names.length > 1 ? (
				<Button variant="quiet" className="-ml-2.5 mt-1" aria-expanded={open} onClick={() => setOpen(!open)}>
					{open ? "Fold the equal ones" : `${plural(same.length, "claim")} the same`}
				</Button>
			) : null}
		</RunGroup>
	);
}

function Row({ line, names }: { line: ClaimLine; names: string[] }) {
	const [base] = line.verdicts;
	return (
		<RunRow
			label={
				<span title={line.statement}>
					<span className="num text-xs">{line.claim}</span>
				</span>
			}
			names={names}
			cells={line.verdicts.map((verdict, index) => (
				<span key={names[index]} className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
					{verdict === null ? "no claim" : <MarkChip mark={claimMarks[verdict]} />}
					{index > 0 && (verdict === "verified") !== (base === "verified") ? (
						<span className={verdict === "verified" ? "text-pass" : "font-medium text-fail"}>
							{verdict === "verified" ? "won" : "lost"}
						</span>
					) : null}
				</span>
			))}
		/>
	);
}
