"use client";
import type { ReactNode } from "react";
import { DiffPanel } from "@/components/candidates/diff-panel";
import { RecordReview } from "@/components/reviews/record-review";
import type { ExaminationView } from "@/server/domain/views.ts";
import { CheckPanel } from "./check-panel";
import { ClaimPanel } from "./claim-panel";
import { type Shown, useEvidence } from "./evidence-context";
import { FindingPanel } from "./finding-panel";
import { ProbePanel } from "./probe-panel";
import { RecordPanel } from "./record-panel";
import { SidePanel } from "./side-panel";

/** Whatever stands open beside the page; nothing when nothing does. */
export function EvidencePanel({
	runId,
	candidateId,
	examinations,
}: {
	runId: string;
	candidateId: string | null;
	examinations: ExaminationView[];
}) {
	const { shown, open } = useEvidence();
	if (shown === null) return null;
	const found = contentOf(shown, runId, candidateId, examinations);
	return (
		<SidePanel
			key={`${shown.kind}:${shown.id}`}
			kicker={found?.kicker ?? shown.kind}
			title={found?.title ?? shown.id}
			onClose={() => open(null)}
		>
			{found?.body ?? <p className="text-ink-3">There is no such {shown.kind} in this loop.</p>}
		</SidePanel>
	);
}

function contentOf(
	shown: Shown,
	runId: string,
	candidateId: string | null,
	examinations: ExaminationView[],
): { kicker: string; title: string; body: ReactNode } | null {
	if (shown.kind === "file") {
		if (candidateId === null) return null;
		return {
			kicker: "changed file",
			title: shown.id,
			body: <DiffPanel candidateId={candidateId} path={shown.id} />,
		};
	}
	const examination = examinations.find((candidate) => candidate.id === shown.examination);
	if (!examination) return null;
	switch (shown.kind) {
		case "record": {
			const record = examination.records.find((one) => one.ref === shown.id);
			return record
				? {
						kicker: record.ref,
						title: record.title,
						body: (
							<RecordPanel
								record={record}
								review={
									record.kind === "screenshot" ? (
										<RecordReview runId={runId} examinationId={examination.id} recordRef={record.ref} />
									) : null
								}
							/>
						),
					}
				: null;
		}
		case "check": {
			const check = examination.checks.find((one) => one.checkId === shown.id);
			return check ? { kicker: "check", title: check.title, body: <CheckPanel check={check} /> } : null;
		}
		case "probe": {
			const visits = examination.probes.filter((one) => one.probeId === shown.id);
			const title = visits[0]?.title;
			return title ? { kicker: "probe", title, body: <ProbePanel visits={visits} /> } : null;
		}
		case "claim": {
			const claim = examination.claims.find((one) => one.id === shown.id);
			return claim
				? {
						kicker: "claim",
						title: claim.id,
						body: <ClaimPanel claim={claim} examination={examination} />,
					}
				: null;
		}
		case "finding": {
			const finding = examination.findings.find((one) => one.id === shown.id);
			return finding
				? {
						kicker: `finding · ${finding.severity}`,
						title: finding.id,
						body: <FindingPanel finding={finding} examination={examination} runId={runId} />,
					}
				: null;
		}
	}
}
