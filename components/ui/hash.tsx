"use client";
import { Check } from "lucide-react";
import { cn } from "./class-names";
import { useCopy } from "./use-copy";

/** A hash or id: 12 characters shown, the whole copied. `text` shows something else, e.g. a candidate's label. */
export function Hash({
	value,
	text,
	what = "hash",
	className,
}: {
	value: string | null;
	text?: string;
	what?: string;
	className?: string;
}) {
	const { copied, copy } = useCopy();
	if (value === null) return <span className="text-ink-3">–</span>;
	return (
		<button
			type="button"
			title={`${value} (click to copy)`}
			aria-label={`${text ?? value.slice(0, 12)}, copy the ${what}`}
			onClick={(event) => {
				event.stopPropagation();
				copy(value, `Copied ${what}`);
			}}
			className={cn(
				"num inline-flex items-center gap-1 rounded-sm text-xs hover:underline hover:decoration-rule-strong hover:underline-offset-2",
				className,
			)}
		>
			{text ?? value.slice(0, 12)}
			{copied ? <Check className="size-3 text-pass" aria-hidden /> : null}
		</button>
	);
}
