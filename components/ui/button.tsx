import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./class-names";

const base =
	"inline-flex items-center justify-center gap-1.5 rounded-md text-sm font-medium whitespace-nowrap select-none " +
	"transition-colors disabled:opacity-45 disabled:cursor-not-allowed [&_svg]:size-3.5 [&_svg]:shrink-0";

const variants = {
	primary: "bg-accent text-accent-ink hover:not-disabled:brightness-110",
	secondary: "border border-rule-strong text-ink hover:not-disabled:bg-sunken",
	quiet: "text-ink-2 hover:not-disabled:bg-sunken hover:not-disabled:text-ink",
	danger:
		"border border-violation text-violation hover:not-disabled:bg-violation hover:not-disabled:text-paper",
} as const;

const sizes = { sm: "h-7 px-2.5", md: "h-8 px-3" } as const;

export interface ButtonProps extends ComponentProps<"button"> {
	variant?: keyof typeof variants;
	size?: keyof typeof sizes;
	/** gives its looks to the one child, e.g. a link */
	asChild?: boolean;
}

export function Button({
	variant = "secondary",
	size = "sm",
	asChild = false,
	className,
	type = "button",
	...rest
}: ButtonProps) {
	const classes = cn(base, variants[variant], sizes[size], className);
	if (asChild) return <Slot.Root className={classes} {...rest} />;
	return <button type={type} className={classes} {...rest} />;
}
