"use client";
import { PageFrame } from "@/components/layout/page-frame";
import { FailedState } from "@/components/ui/failed-state";

/** A defect of the dashboard itself. Runs go on without it. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
	return (
		<PageFrame crumbs={[{ label: "Runs", href: "/" }, { label: "This page failed" }]}>
			<FailedState
				what="This page failed to draw. That is a defect of the dashboard, not of your run."
				error={error}
				stillWorks="Runs go on in their own processes, and every other page still works."
				onRetry={reset}
			/>
		</PageFrame>
	);
}
