import type { ReactNode } from "react";
import { cn } from "./class-names";

/** A key of the keyboard. */
export function Key({ children, inverted = false }: { children: ReactNode; inverted?: boolean }) {
	return (
		<kbd
			className={cn(
				"num inline-flex h-4 min-w-4 items-center justify-center rounded-sm border px-1 text-xs leading-none",
				inverted ? "border-ink-3 text-paper" : "border-rule-strong text-ink-2",
			)}
		>
			{children}
		</kbd>
	);
}
