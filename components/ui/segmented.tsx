"use client";
import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./class-names";

/** Two to six exclusive choices in one line. */
export function Segmented<T extends string>({
	label,
	value,
	onChange,
	options,
	className,
}: {
	label: string;
	value: T;
	onChange: (value: T) => void;
	options: { value: T; label: ReactNode; title?: string }[];
	className?: string;
}) {
	return (
		<ToggleGroup.Root
			type="single"
			aria-label={label}
			value={value}
			onValueChange={(next) => {
				if (next !== "") onChange(next as T);
			}}
			className={cn(
				"inline-flex h-7 max-w-full overflow-x-auto rounded-md border border-rule-strong",
				className,
			)}
		>
			{options.map((option) => (
				<ToggleGroup.Item
					key={option.value}
					value={option.value}
					title={option.title}
					className="inline-flex items-center gap-1.5 border-r border-rule px-2.5 text-sm whitespace-nowrap text-ink-2 last:border-r-0 hover:text-ink data-[state=on]:bg-sunken data-[state=on]:font-medium data-[state=on]:text-ink"
				>
					{option.label}
				</ToggleGroup.Item>
			))}
		</ToggleGroup.Root>
	);
}
