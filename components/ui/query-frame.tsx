"use client";
import type { ReactNode } from "react";
import { FailedState } from "./failed-state";
import { SkeletonRows } from "./skeleton";

/** The three states of what a page reads: on its way, failed, there. Old data stays while new data is read. */
export function QueryFrame<T>({
	query,
	what,
	stillWorks,
	rows = 8,
	children,
}: {
	query: { data: T | undefined; error: { message: string } | null; refetch: () => unknown };
	/** sentence for the failure, e.g. "This loop can't be shown." */
	what: string;
	stillWorks?: ReactNode;
	rows?: number;
	children: (data: T) => ReactNode;
}) {
	if (query.data !== undefined) return children(query.data);
	if (query.error) {
		return (
			<FailedState
				what={what}
				error={query.error}
				stillWorks={stillWorks}
				onRetry={() => void query.refetch()}
			/>
		);
	}
	return <SkeletonRows rows={rows} />;
}
