"use client";
import { useEvidence } from "@/components/evidence/evidence-context";
import { RecordRefs } from "@/components/evidence/record-ref";
import { gapWords } from "@/components/evidence/record-words";
import { Chip } from "@/components/ui/chip";
import { MarkChip } from "@/components/verdict/mark-chip";
import type { Mark } from "@/components/verdict/marks";
import type { AssessedClaim } from "@/server/domain/evidence.ts";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView } from "@/server/domain/views.ts";
import { Hole } from "./line-grid";
import { isProof, type ProofWord } from "./line-up";

const marks: Record<ProofWord["kind"], Mark> = {
	verified: { shape: "disc", tone: "pass", word: "verified" },
	kept: { shape: "disc", tone: "pass", word: "kept" },
	gap: { shape: "ring", tone: "fail", word: "gap" },
	lost: { shape: "cross", tone: "fail", word: "lost" },
	unproven: { shape: "ring", tone: "untested", word: "unproven" },
};

/** What an examination proved of one line: the host's word, its reason, the records. Nothing at all is a hole. */
export function ProofCell({ proof, examination }: { proof: ProofWord | null; examination: ExaminationView }) {
	const { open } = useEvidence();
	if (proof === null) {
		return <Hole>{examination.status === "running" ? "not examined yet" : "nothing proved"}</Hole>;
	}
	const { claim } = proof;
	const gap = proof.kind === "gap" && claim?.gapReason ? gapWords[claim.gapReason] : null;
	const mark = gap === null ? marks[proof.kind] : { ...marks.gap, word: `gap: ${gap}` };
	return (
		<div className="space-y-1">
			<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
				{claim ? (
					<button
						type="button"
						title="Open the claim"
						className="rounded-sm hover:underline hover:underline-offset-2"
						onClick={() => open({ kind: "claim", id: claim.id, examination: examination.id })}
					>
						<MarkChip mark={mark} className="font-medium" />
					</button>
				) : (
					<MarkChip mark={mark} className="font-medium" />
				)}
				{claim ? <Reported claim={claim} proved={isProof(proof)} /> : null}
			</p>
			{proof.reason && !isProof(proof) ? <p className="wrap-anywhere">{plainText(proof.reason)}</p> : null}
			{claim && isProof(proof) && claim.observed ? (
				<p className="line-clamp-2 text-ink-2 wrap-anywhere" title={claim.observed}>
					{plainText(claim.observed)}
				</p>
			) : null}
			{claim ? <RecordRefs examination={examination} cited={claim.records} /> : null}
		</div>
	);
}

/** The tester's own word, where the host doesn't follow it. */
function Reported({ claim, proved }: { claim: AssessedClaim; proved: boolean }) {
	if (claim.gapReason === "left_out" || claim.gapReason === "no_report") return null;
	if ((claim.assessment === "verified") === proved) return null;
	return (
		<Chip tone="quiet" title="what the tester reported; the host's backcheck decides">
			tester: {claim.assessment}
		</Chip>
	);
}
