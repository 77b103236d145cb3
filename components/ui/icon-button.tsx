import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { cn } from "./class-names";
import { Tooltip } from "./tooltip";

/** A square button with an icon; its `label` is read aloud and shown on hover, with its key if it has one. */
export function IconButton({
	label,
	hotkey,
	children,
	className,
	...rest
}: Omit<ButtonProps, "aria-label"> & { label: string; hotkey?: string; children: ReactNode }) {
	return (
		<Tooltip text={label} hotkey={hotkey}>
			<Button variant="quiet" aria-label={label} className={cn("w-7 px-0", className)} {...rest}>
				{children}
			</Button>
		</Tooltip>
	);
}
