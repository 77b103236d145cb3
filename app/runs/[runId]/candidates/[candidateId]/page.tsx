import type { Metadata } from "next";
import { CandidatePage } from "@/components/candidates/candidate-page";

export const metadata: Metadata = { title: "Candidate" };

export default async function Page({ params }: { params: Promise<{ runId: string; candidateId: string }> }) {
	const { runId, candidateId } = await params;
	return <CandidatePage runId={runId} candidateId={candidateId} />;
}
