"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "../ui/class-names";
import { places } from "./places";

export function RailLinks() {
	const path = usePathname();
	return (
		<nav aria-label="Places" className="space-y-px px-2 [[data-rail=narrow]_&]:px-1.5">
			{places.map(({ href, label, icon: Icon, holds }) => {
				const here = holds(path);
				return (
					<Link
						key={href}
						href={href}
						title={label}
						aria-current={here ? "page" : undefined}
						className={cn(
							"flex h-8 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-sunken",
							here ? "bg-sunken font-medium text-ink" : "text-ink-2",
						)}
					>
						<Icon className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
						<span className="[[data-rail=narrow]_aside_&]:sr-only">{label}</span>
					</Link>
				);
			})}
		</nav>
	);
}
