import Link from "next/link";
import { plural } from "@/components/format/number";
import { DeveloperChip } from "@/components/verdict/verdict-mark";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView, LoopView } from "@/server/domain/views.ts";
import { ChangedPaths } from "./changed-paths";
import { Line } from "./line-grid";
import { PlanNotes } from "./plan-notes";
import { VerdictCell } from "./verdict-cell";

/** The first line of the sentence: objective → report and changed paths → verdict with its reasons. */
export function SummaryLine({ loop, examinations }: { loop: LoopView; examinations: ExaminationView[] }) {
	return (
		<Line
			asked={<Objective loop={loop} />}
			done={<Report loop={loop} />}
			proofs={
				examinations.length === 0
					? [<NotExamined key="none" loop={loop} />]
					: examinations.map((examination) => <VerdictCell key={examination.id} examination={examination} />)
			}
		/>
	);
}

function Objective({ loop }: { loop: LoopView }) {
	const { plan } = loop;
	if (plan === null) {
		return <p className="text-ink-3">{loop.endedAt === null ? "No plan yet." : "This loop had no plan."}</p>;
	}
	const phase = loop.phases.find((one) => one.id === plan.phase);
	return (
		<div className="space-y-3">
			<p className="text-base wrap-anywhere">{plainText(plan.objective)}</p>
			{phase ? <p className="text-xs text-ink-3">phase: {phase.title}</p> : null}
			<PlanNotes plan={plan} planHash={loop.planHash} ownParts={loop.ownParts} />
		</div>
	);
}

function Report({ loop }: { loop: LoopView }) {
	const { developerReport: report, candidate } = loop;
	return (
		<div className="space-y-3">
			<p className="flex flex-wrap items-center gap-2">
				<DeveloperChip status={loop.developerStatus} />
				{candidate ? (
					<span className="text-xs text-ink-3">{plural(candidate.changedPaths.length, "path")} changed</span>
				) : null}
			</p>
			{report?.summary ? (
				<p className="whitespace-pre-wrap wrap-anywhere">{plainText(report.summary)}</p>
			) : null}
			{report && report.fixed.length > 0 ? (
				<p className="text-xs text-ink-2">
					says fixed:{" "}
					{report.fixed.map((key, index) => (
						<span key={key}>
							{index > 0 ? ", " : ""}
							<Link
								href={`/runs/${loop.runId}/issues?issue=${encodeURIComponent(key)}`}
								className="num wrap-anywhere underline decoration-rule-strong underline-offset-2"
							>
								{key}
							</Link>
						</span>
					))}
				</p>
			) : null}
			{candidate ? (
				<ChangedPaths paths={candidate.changedPaths} />
			) : (
				<p className="text-xs text-ink-3">
					{loop.endedAt === null ? "No candidate yet." : "No candidate: the tree stayed as it was."}
				</p>
			)}
		</div>
	);
}

function NotExamined({ loop }: { loop: LoopView }) {
	return (
		<p className="text-ink-3">
			{loop.candidate === null
				? "Nothing to examine yet."
				: loop.endedAt === null
					? "The examination has not begun."
					: "This candidate was not examined."}
		</p>
	);
}
