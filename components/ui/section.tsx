import type { ReactNode } from "react";
import { cn } from "./class-names";

/** A named part of a page: a quiet head on a rule, then its content. No box. */
export function Section({
	title,
	aside,
	id,
	className,
	children,
}: {
	title: ReactNode;
	aside?: ReactNode;
	id?: string;
	className?: string;
	children: ReactNode;
}) {
	return (
		<section id={id} className={cn("min-w-0", className)}>
			<header className="flex min-h-8 items-end justify-between gap-4 border-b border-rule pb-1.5">
				<h2 className="text-sm font-semibold">{title}</h2>
				{aside}
			</header>
			<div className="pt-3">{children}</div>
		</section>
	);
}
