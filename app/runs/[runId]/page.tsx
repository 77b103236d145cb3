import { Suspense } from "react";
import { RunPage } from "@/components/run/run-page";

export const metadata = { title: "Run" };

export default async function Page({ params }: { params: Promise<{ runId: string }> }) {
	const { runId } = await params;
	return (
		<Suspense>
			<RunPage runId={runId} />
		</Suspense>
	);
}
