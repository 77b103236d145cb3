import type { Metadata } from "next";
import { Suspense } from "react";
import { RunsPage } from "@/components/runs/runs-page";

export const metadata: Metadata = { title: "Runs" };

export default function Page() {
	// filters live in the URL, which is only known in the browser
	return (
		<Suspense>
			<RunsPage />
		</Suspense>
	);
}
