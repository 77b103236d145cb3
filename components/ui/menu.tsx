"use client";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface MenuItem {
	label: ReactNode;
	onSelect: () => void;
	disabled?: boolean;
	danger?: boolean;
}

export function Menu({ trigger, items, label }: { trigger: ReactNode; items: MenuItem[]; label: string }) {
	return (
		<Radix.Root>
			<Radix.Trigger asChild>{trigger}</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content
					aria-label={label}
					align="end"
					sideOffset={4}
					collisionPadding={8}
					className="z-50 min-w-44 rounded-md border border-rule-strong bg-raised p-1 shadow-float"
				>
					{items.map((item, index) => (
						<Radix.Item
							// biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries never move
							key={index}
							disabled={item.disabled ?? false}
							onSelect={item.onSelect}
							className={`flex h-7 items-center gap-2 rounded-sm px-2 text-sm select-none data-disabled:text-ink-3 data-highlighted:bg-sunken data-highlighted:outline-none ${item.danger ? "text-violation" : ""}`}
						>
							{item.label}
						</Radix.Item>
					))}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}
