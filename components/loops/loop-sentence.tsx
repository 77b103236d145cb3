"use client";
import { useMemo } from "react";
import type { LoopView } from "@/server/domain/views.ts";
import { CheckLines } from "./check-lines";
import { DemandLines } from "./demand-lines";
import { ExaminationSwitch, testerName } from "./examination-switch";
import { FindingLines } from "./finding-lines";
import { LineHeads } from "./line-grid";
import { lineUp } from "./line-up";
import { LookTable } from "./look-table";
import { PreservedLines } from "./preserved-lines";
import { ProbeLines } from "./probe-lines";
import { SummaryLine } from "./summary-line";
import { TaskLines } from "./task-lines";

/** All lines of the loop, with one or two examinations in the last columns. */
export function LoopSentence({
	loop,
	beside,
	onBeside,
}: {
	loop: LoopView;
	beside: string | null;
	onBeside: (examination: string | null) => void;
}) {
	const examinations = useMemo(
		() => loop.examinations.filter((one, index) => index === 0 || one.id === beside),
		[loop.examinations, beside],
	);
	const rows = useMemo(() => lineUp(loop, examinations), [loop, examinations]);
	return (
		<div>
			<ExaminationSwitch
				examinations={loop.examinations}
				beside={examinations.length > 1 ? beside : null}
				disagreements={rows.disagreements}
				onChange={onBeside}
			/>
			<LineHeads
				asked="Asked"
				done="Done"
				proofs={
					examinations.length === 0
						? ["Proved"]
						: examinations.map((examination, index) => (
								<span key={examination.id} className="flex min-w-0 items-baseline gap-2">
									{index === 0 ? "Proved" : "Again"}
									<span className="truncate text-xs font-normal text-ink-3">{testerName(examination)}</span>
								</span>
							))
				}
			/>
			<SummaryLine loop={loop} examinations={examinations} />
			<TaskLines loop={loop} examinations={examinations} />
			<DemandLines
				name="Acceptance"
				rows={rows.acceptance}
				examinations={examinations}
				silent={loop.developerStatus === "pass" ? "its report says pass" : "no word"}
			/>
			<DemandLines name="Constraints" rows={rows.constraints} examinations={examinations} />
			<PreservedLines loop={loop} rows={rows.preserved} examinations={examinations} />
			<FindingLines examinations={examinations} />
			<CheckLines loop={loop} examinations={examinations} />
			<ProbeLines examinations={examinations} />
			<DemandLines name="Beyond the plan" rows={rows.beyond} examinations={examinations} />
			{examinations.map((examination) => (
				<LookTable key={examination.id} examination={examination} />
			))}
		</div>
	);
}
