"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Key } from "./key";

export function TooltipProvider({ children }: { children: ReactNode }) {
	return (
		<Radix.Provider delayDuration={350} skipDelayDuration={150}>
			{children}
		</Radix.Provider>
	);
}

/** Words on hover and focus around one focusable child. */
export function Tooltip({
	text,
	hotkey,
	side = "bottom",
	children,
}: {
	text: ReactNode;
	hotkey?: string | undefined;
	side?: "top" | "right" | "bottom" | "left";
	children: ReactNode;
}) {
	return (
		<Radix.Root>
			<Radix.Trigger asChild>{children}</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content
					side={side}
					sideOffset={6}
					collisionPadding={8}
					className="z-50 flex max-w-80 items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs text-paper shadow-float"
				>
					{text}
					{hotkey ? <Key inverted>{hotkey}</Key> : null}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}
