"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./class-names";

/** A window over the page. Either `trigger` opens it, or `open` and `onOpenChange` do. */
export function Dialog({
	open,
	onOpenChange,
	trigger,
	title,
	description,
	children,
	footer,
	wide = false,
}: {
	open?: boolean;
	onOpenChange?: (open: boolean) => void;
	trigger?: ReactNode;
	title: string;
	description?: ReactNode;
	children?: ReactNode;
	footer?: ReactNode;
	wide?: boolean;
}) {
	return (
		<Radix.Root open={open} onOpenChange={onOpenChange}>
			{trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
			<Radix.Portal>
				<Radix.Overlay className="fixed inset-0 z-40 bg-ink/30 dark:bg-paper/70" />
				<Radix.Content
					{...(description ? {} : { "aria-describedby": undefined })}
					className={cn(
						"fixed top-1/2 left-1/2 z-50 flex max-h-[86dvh] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-md bg-raised shadow-float",
						wide ? "max-w-3xl" : "max-w-md",
					)}
				>
					<header className="flex items-start justify-between gap-4 px-4 pt-4">
						<div className="min-w-0 space-y-1">
							<Radix.Title className="text-base font-semibold">{title}</Radix.Title>
							{description ? (
								<Radix.Description className="text-ink-2">{description}</Radix.Description>
							) : null}
						</div>
						<Radix.Close asChild>
							<Button variant="quiet" className="w-7 px-0" aria-label="Close">
								<X aria-hidden />
							</Button>
						</Radix.Close>
					</header>
					<div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
					{footer ? <footer className="flex justify-end gap-2 px-4 pb-4">{footer}</footer> : null}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}

/** Closes the dialog that it stands in. */
export const DialogClose = Radix.Close;
