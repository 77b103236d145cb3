import type { ReactNode } from "react";

/** What this place will show, and the one thing that fills it. */
export function EmptyState({
	title,
	children,
	action,
}: {
	title: string;
	children?: ReactNode;
	action?: ReactNode;
}) {
	return (
		<div className="max-w-xl space-y-3 py-10">
			<h2 className="text-base font-medium">{title}</h2>
			{children ? <div className="text-ink-2">{children}</div> : null}
			{action ? <div className="flex flex-wrap gap-2 pt-1">{action}</div> : null}
		</div>
	);
}
