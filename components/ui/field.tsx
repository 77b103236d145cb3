import type { ReactNode } from "react";
import type { Problem } from "@/server/domain/errors.ts";
import { cn } from "./class-names";
import { ProblemList } from "./problem-list";

/** A label over one control, a hint, and the problems that belong to it. Give the control `id={id}`. */
export function Field({
	id,
	label,
	hint,
	problems = [],
	className,
	children,
}: {
	id: string;
	label: ReactNode;
	hint?: ReactNode;
	problems?: Problem[];
	className?: string;
	children: ReactNode;
}) {
	return (
		<div className={cn("min-w-0 space-y-1", className)}>
			<label htmlFor={id} className="label block">
				{label}
			</label>
			{children}
			<ProblemList problems={problems} showWhere={false} id={`${id}-problems`} />
			{hint ? <p className="text-xs text-ink-3">{hint}</p> : null}
		</div>
	);
}
