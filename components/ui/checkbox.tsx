"use client";
import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";

/** A yes-or-no with its words beside it. */
export function Checkbox({
	checked,
	onChange,
	label,
	hint,
	disabled = false,
}: {
	checked: boolean;
	onChange: (checked: boolean) => void;
	label: ReactNode;
	hint?: ReactNode;
	disabled?: boolean;
}) {
	const id = useId();
	return (
		<div className="flex items-start gap-2">
			<Radix.Root
				id={id}
				checked={checked}
				disabled={disabled}
				onCheckedChange={(next) => onChange(next === true)}
				className="mt-0.5 size-4 shrink-0 rounded-sm border border-rule-strong bg-raised hover:border-ink-3 disabled:opacity-50 data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=checked]:text-paper"
			>
				<Radix.Indicator>
					<Check className="size-3.5" strokeWidth={3} aria-hidden />
				</Radix.Indicator>
			</Radix.Root>
			<label htmlFor={id} className="min-w-0">
				{label}
				{hint ? <span className="block text-xs text-ink-3">{hint}</span> : null}
			</label>
		</div>
	);
}
