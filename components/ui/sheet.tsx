"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./class-names";

/** A panel from the edge: evidence beside what is read, or the rail on a phone. */
export function Sheet({
	open,
	onOpenChange,
	trigger,
	title,
	side = "right",
	wide = false,
	children,
}: {
	open?: boolean;
	onOpenChange?: (open: boolean) => void;
	trigger?: ReactNode;
	title: string;
	side?: "left" | "right";
	wide?: boolean;
	children: ReactNode;
}) {
	return (
		<Radix.Root open={open} onOpenChange={onOpenChange}>
			{trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
			<Radix.Portal>
				<Radix.Overlay className="fixed inset-0 z-40 bg-ink/30 dark:bg-paper/70" />
				<Radix.Content
					aria-describedby={undefined}
					className={cn(
						"fixed inset-y-0 z-50 flex w-full flex-col bg-raised shadow-float",
						side === "right" ? "right-0" : "left-0",
						side === "left" ? "max-w-60" : wide ? "max-w-4xl" : "max-w-xl",
					)}
				>
					<header className="flex h-12 shrink-0 items-center justify-between gap-4 border-b border-rule px-4">
						<Radix.Title className="truncate text-sm font-semibold">{title}</Radix.Title>
						<Radix.Close asChild>
							<Button variant="quiet" className="w-7 px-0" aria-label="Close">
								<X aria-hidden />
							</Button>
						</Radix.Close>
					</header>
					<div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}
