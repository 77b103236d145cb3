import { MarkChip } from "@/components/verdict/mark-chip";
import { claimMarks } from "@/components/verdict/marks";
import type { AssessedClaim } from "@/server/domain/evidence.ts";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView } from "@/server/domain/views.ts";
import { Facts } from "./facts";
import { RecordRefs } from "./record-ref";
import { gapWords } from "./record-words";
import { PanelPart } from "./side-panel";

/** A claim in full: what the tester reported, and the host's word on it with its reason. */
export function ClaimPanel({ claim, examination }: { claim: AssessedClaim; examination: ExaminationView }) {
	const text = (value: string) =>
		value === "" ? null : <span className="whitespace-pre-wrap">{plainText(value)}</span>;
	return (
		<>
			<p>{claim.statement}</p>
			<Facts
				facts={[
					["host", <MarkChip key="h" mark={claimMarks[claim.verdict]} />],
					["because", claim.reason],
					["gap", claim.gapReason ? gapWords[claim.gapReason] : null],
					["tester says", claim.assessment],
					[
						"stands for",
						[claim.acceptance ? "acceptance" : null, claim.preservation ? "preservation" : null]
							.filter(Boolean)
							.join(", "),
					],
				]}
			/>
			<PanelPart name="records">
				{claim.records.length === 0 ? (
					<p className="text-xs text-ink-3">None cited: a claim without a record is a gap.</p>
				) : (
					<RecordRefs examination={examination} cited={claim.records} />
				)}
			</PanelPart>
			<Facts
				facts={[
					["method", text(claim.method)],
					["observed", text(claim.observed)],
					["impact", text(claim.impact)],
					["limitation", text(claim.limitation)],
					["scope", text(claim.scope)],
				]}
			/>
		</>
	);
}
