import Link from "next/link";
import { IssueStatusMark } from "@/components/verdict/verdict-mark";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView, FindingView } from "@/server/domain/views.ts";
import { Facts } from "./facts";
import { RecordRefs } from "./record-ref";
import { PanelPart } from "./side-panel";

/** What the tester found on this candidate, and what the ledger says of it now. */
export function FindingPanel({
	finding,
	examination,
	runId,
}: {
	finding: FindingView;
	examination: ExaminationView;
	runId: string;
}) {
	return (
		<>
			<p>{finding.title}</p>
			<Facts
				facts={[
					["severity", finding.severity],
					[
						"issue now",
						finding.issueStatus ? <IssueStatusMark key="s" status={finding.issueStatus} /> : null,
					],
					[
						"claim",
						finding.claim ? (
							<span key="c" className="num text-xs">
								{finding.claim}
							</span>
						) : null,
					],
					[
						"history",
						<Link
							key="l"
							href={`/runs/${runId}/issues?issue=${encodeURIComponent(finding.id)}`}
							className="underline decoration-rule-strong underline-offset-2"
						>
							its timeline in the ledger
						</Link>,
					],
				]}
			/>
			{finding.detail === "" ? null : (
				<p className="whitespace-pre-wrap wrap-anywhere">{plainText(finding.detail)}</p>
			)}
			<PanelPart name="records">
				<RecordRefs examination={examination} cited={finding.records} />
			</PanelPart>
		</>
	);
}
