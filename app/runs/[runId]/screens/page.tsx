import type { Metadata } from "next";
import { ScreensPage } from "@/components/screens/screens-page";

export const metadata: Metadata = { title: "Screens" };

export default async function Page({ params }: { params: Promise<{ runId: string }> }) {
	return <ScreensPage runId={(await params).runId} />;
}
