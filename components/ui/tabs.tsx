"use client";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab {
	value: string;
	label: ReactNode;
	content: ReactNode;
}

/** Tabs whose choice the caller keeps (in the URL). */
export function Tabs({
	tabs,
	value,
	onChange,
	label,
	aside,
}: {
	tabs: Tab[];
	value: string;
	onChange: (value: string) => void;
	label: string;
	/** at the right end of the tab line */
	aside?: ReactNode;
}) {
	return (
		<Radix.Root value={value} onValueChange={onChange} className="min-w-0">
			<div className="flex items-end justify-between gap-4 border-b border-rule">
				<Radix.List aria-label={label} className="flex gap-4 overflow-x-auto">
					{tabs.map((tab) => (
						<Radix.Trigger
							key={tab.value}
							value={tab.value}
							className="-mb-px h-8 border-b border-transparent text-sm whitespace-nowrap text-ink-2 hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink"
						>
							{tab.label}
						</Radix.Trigger>
					))}
				</Radix.List>
				{aside}
			</div>
			{tabs.map((tab) => (
				<Radix.Content key={tab.value} value={tab.value} className="pt-4">
					{tab.content}
				</Radix.Content>
			))}
		</Radix.Root>
	);
}
