"use client";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { cn } from "./class-names";

export interface SelectOption {
	value: string;
	label: string;
	/** second, quieter line */
	hint?: string;
	disabled?: boolean;
}

/** A choice out of a short list. `label` names it for those who can't see the field's label. */
export function Select({
	id,
	label,
	value,
	onChange,
	options,
	placeholder = "Choose…",
	invalid = false,
	disabled = false,
	className,
}: {
	id?: string;
	label: string;
	value: string | null;
	onChange: (value: string) => void;
	options: SelectOption[];
	placeholder?: string;
	invalid?: boolean;
	disabled?: boolean;
	className?: string;
}) {
	return (
		<Radix.Root value={value ?? ""} onValueChange={onChange} disabled={disabled}>
			<Radix.Trigger
				id={id}
				aria-label={label}
				aria-invalid={invalid || undefined}
				className={cn(
					"inline-flex h-8 w-full items-center justify-between gap-2 rounded-md border border-rule-strong bg-raised",
					"px-2.5 text-left text-sm hover:border-ink-3 disabled:opacity-50 aria-invalid:border-fail",
					"data-placeholder:text-ink-3 [&>span]:truncate",
					className,
				)}
			>
				<Radix.Value placeholder={placeholder} />
				<Radix.Icon>
					<ChevronDown className="size-3.5 text-ink-3" aria-hidden />
				</Radix.Icon>
			</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content
					position="popper"
					sideOffset={4}
					className="z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-rule-strong bg-raised shadow-float"
				>
					<Radix.Viewport className="p-1">
						{options.map((option) => (
							<Radix.Item
								key={option.value}
								value={option.value}
								disabled={option.disabled ?? false}
								className="relative flex min-h-7 flex-col justify-center rounded-sm py-1 pr-3 pl-7 text-sm select-none data-disabled:text-ink-3 data-highlighted:bg-sunken data-highlighted:outline-none"
							>
								<Radix.ItemIndicator className="absolute top-2 left-2">
									<Check className="size-3.5" aria-hidden />
								</Radix.ItemIndicator>
								<Radix.ItemText>{option.label}</Radix.ItemText>
								{option.hint ? <span className="text-xs text-ink-3">{option.hint}</span> : null}
							</Radix.Item>
						))}
					</Radix.Viewport>
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}
