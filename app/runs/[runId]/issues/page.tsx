import type { Metadata } from "next";
import { IssuesPage } from "@/components/issues/issues-page";

export const metadata: Metadata = { title: "Issues" };

export default async function Page({ params }: { params: Promise<{ runId: string }> }) {
	return <IssuesPage runId={(await params).runId} />;
}
