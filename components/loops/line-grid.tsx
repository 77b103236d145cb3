import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

/*
 * The loop page's grid: asked, done and proved side by side; on a phone the three stand under each other, each with
 * its name. `proofs` is the number of examinations that are shown beside each other.
 */

const columns = {
	1: "lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)]",
	2: "lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,4fr)_minmax(0,4fr)]",
} as const;

function columnsOf(proofs: number): string {
	return proofs > 1 ? columns[2] : columns[1];
}

/** One demand across all columns. */
export function Line({
	asked,
	done,
	proofs,
	id,
}: {
	asked: ReactNode;
	done: ReactNode;
	proofs: ReactNode[];
	id?: string;
}) {
	return (
		<div
			id={id}
			className={cn("grid grid-cols-1 gap-x-6 gap-y-1.5 border-b border-rule py-2", columnsOf(proofs.length))}
		>
			<Cell name="asked">{asked}</Cell>
			<Cell name="done">{done}</Cell>
			{proofs.map((proof, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: columns never move
				<Cell key={index} name={index === 0 ? "proved" : "again"}>
					{proof}
				</Cell>
			))}
		</div>
	);
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="min-w-0 max-lg:grid max-lg:grid-cols-[52px_1fr] max-lg:gap-2 max-lg:has-data-blank:hidden">
			<span className="label lg:sr-only">{name}</span>
			<div className="min-w-0">{children}</div>
		</div>
	);
}

/** Heads of the columns; they stay in sight while the lines scroll. */
export function LineHeads({
	asked,
	done,
	proofs,
}: {
	asked: ReactNode;
	done: ReactNode;
	proofs: ReactNode[];
}) {
	return (
		<div
			className={cn(
				"sticky top-12 z-20 hidden min-h-9 items-end gap-x-6 border-b border-rule-strong bg-paper pt-2 pb-1.5 lg:grid",
				columnsOf(proofs.length),
			)}
		>
			{[asked, done, ...proofs].map((head, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: columns never move
				<div key={index} className="flex min-w-0 items-center gap-2 text-sm font-semibold">
					{head}
				</div>
			))}
		</div>
	);
}

/** Lines of one kind under a quiet name with its count. */
export function LineGroup({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
	return (
		<section className="pt-4">
			<header className="flex items-baseline gap-3 border-b border-rule pb-1">
				<h2 className="label font-medium text-ink-2">{name}</h2>
				{note ? <span className="num text-xs text-ink-3">{note}</span> : null}
			</header>
			{children}
		</section>
	);
}

/** A cell where something should stand and nothing does: it has to be seen. */
export function Hole({ children }: { children: ReactNode }) {
	return (
		<span className="flex min-h-7 items-center rounded-sm border border-dashed border-rule-strong px-2 text-xs text-ink-3">
			{children}
		</span>
	);
}

/** A cell where nothing is expected; on a phone it takes no line. */
export function Blank() {
	return <span data-blank="" />;
}
