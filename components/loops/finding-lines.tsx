"use client";
import { useEvidence } from "@/components/evidence/evidence-context";
import { RecordRefs } from "@/components/evidence/record-ref";
import { cn } from "@/components/ui/class-names";
import { IssueStatusMark } from "@/components/verdict/verdict-mark";
import { firstLine } from "@/server/domain/plain-text.ts";
import type { ExaminationView } from "@/server/domain/views.ts";
import { Blank, Line, LineGroup } from "./line-grid";

const order = ["blocker", "major", "minor"];

/** What the testers found: nobody asked for it, so it stands in the last column only. */
export function FindingLines({ examinations }: { examinations: ExaminationView[] }) {
	const ids = [...new Set(examinations.flatMap((one) => one.findings.map((finding) => finding.id)))];
	const severity = (id: string) =>
		Math.min(
			...examinations.flatMap((one) =>
				one.findings.filter((finding) => finding.id === id).map((finding) => order.indexOf(finding.severity)),
			),
		);
	ids.sort((a, b) => severity(a) - severity(b) || a.localeCompare(b));
	if (ids.length === 0) return null;
	return (
		<LineGroup name="Findings" note={ids.length}>
			{ids.map((id) => (
				<Line
					key={id}
					asked={<Blank />}
					done={<Blank />}
					proofs={examinations.map((examination) => (
						<Found key={examination.id} id={id} examination={examination} />
					))}
				/>
			))}
		</LineGroup>
	);
}

function Found({ id, examination }: { id: string; examination: ExaminationView }) {
	const { open } = useEvidence();
	const finding = examination.findings.find((one) => one.id === id);
	if (!finding) return <Blank />;
	return (
		<div className="space-y-1">
			<p className="flex flex-wrap items-center gap-x-2">
				<span
					className={cn("text-xs", finding.severity === "minor" ? "text-ink-3" : "font-medium text-fail")}
				>
					{finding.severity}
				</span>
				<span className="num text-xs text-ink-3 wrap-anywhere">{finding.id}</span>
				{finding.issueStatus ? (
					<span
						className="flex items-center gap-1 text-xs text-ink-3"
						title="what the ledger says of it today"
					>
						now <IssueStatusMark status={finding.issueStatus} />
					</span>
				) : null}
			</p>
			<button
				type="button"
				className="rounded-sm text-left wrap-anywhere hover:underline hover:underline-offset-2"
				onClick={() => open({ kind: "finding", id, examination: examination.id })}
			>
				{finding.title}
			</button>
			{finding.detail ? <p className="line-clamp-2 text-ink-2">{firstLine(finding.detail).line}</p> : null}
			<RecordRefs examination={examination} cited={finding.records} />
		</div>
	);
}
