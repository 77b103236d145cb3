import type { Metadata } from "next";
import { LogPage } from "@/components/log/log-page";

export const metadata: Metadata = { title: "Log" };

export default async function Page({ params }: { params: Promise<{ runId: string }> }) {
	return <LogPage runId={(await params).runId} />;
}
