import type { ReactNode } from "react";
import { chartHeight } from "./geometry";

/** An empty chart explains itself. */
export function ChartNote({ children }: { children: ReactNode }) {
	return (
		<div
			className="flex items-center border-b border-rule-strong text-ink-3"
			style={{ height: chartHeight - 32 }}
		>
			{children}
		</div>
	);
}
