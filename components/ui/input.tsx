import type { ComponentProps } from "react";
import { cn } from "./class-names";

const look =
	"w-full rounded-md border border-rule-strong bg-raised px-2.5 text-sm text-ink " +
	"hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 " +
	"disabled:opacity-50 disabled:cursor-not-allowed aria-invalid:border-fail";

/** One line of text. `mono` for ids, paths, commands and numbers. */
export function Input({ className, mono = false, ...rest }: ComponentProps<"input"> & { mono?: boolean }) {
	return <input className={cn(look, "h-8", mono && "num", className)} autoComplete="off" {...rest} />;
}

export function Textarea({
	className,
	mono = false,
	...rest
}: ComponentProps<"textarea"> & { mono?: boolean }) {
	return (
		<textarea
			className={cn(look, "block py-2 leading-5", mono && "num", className)}
			spellCheck={!mono}
			{...rest}
		/>
	);
}
