import type { CSSProperties, ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

/** From the fifth run on columns are narrow: less air between them, so that eight fit beside each other. */
export const manyRuns = 5;

/** One question, one cell per run. On a phone the runs stand under each other, each with its number. */
export function RunRow({
	label,
	note,
	names,
	cells,
	className,
}: {
	label: ReactNode;
	note?: ReactNode;
	/** short names of the runs, for narrow screens */
	names: string[];
	cells: ReactNode[];
	className?: string;
}) {
	return (
		<div
			className={cn(
				"grid min-h-(--row) grid-cols-1 items-center gap-y-1 border-b border-rule py-1",
				cells.length < manyRuns
					? "gap-x-6 md:grid-cols-[190px_repeat(var(--runs),minmax(0,1fr))]"
					: "gap-x-3 md:grid-cols-[130px_repeat(var(--runs),minmax(0,1fr))]",
				className,
			)}
			style={{ "--runs": cells.length } as CSSProperties}
		>
			<div className="min-w-0 text-ink-2">
				<span className="wrap-anywhere">{label}</span>
				{note ? <span className="block text-xs text-ink-3">{note}</span> : null}
			</div>
			{cells.map((cell, index) => (
				<div key={names[index] ?? index} className="flex min-w-0 items-baseline gap-2">
					<span className="num w-14 shrink-0 text-xs text-ink-3 md:hidden">{names[index]}</span>
					<div className="min-w-0 flex-1">{cell}</div>
				</div>
			))}
		</div>
	);
}

/** Rows of one kind. */
export function RunGroup({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
	return (
		<section className="pt-5">
			<header className="flex items-baseline gap-3 border-b border-rule-strong pb-1">
				<h2 className="text-sm font-semibold">{name}</h2>
				{note ? <span className="text-xs text-ink-3">{note}</span> : null}
			</header>
			{children}
		</section>
	);
}
