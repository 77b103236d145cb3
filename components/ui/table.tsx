import type { ComponentProps } from "react";
import { cn } from "./class-names";

/** Hairline tables: rows of `--row` height, heads quiet, numbers right. Wrap wide ones in `<div className="overflow-x-auto">`. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
	return <table className={cn("w-full border-collapse text-sm", className)} {...rest} />;
}

export function Th({ className, numeric = false, ...rest }: ComponentProps<"th"> & { numeric?: boolean }) {
	return (
		<th
			scope="col"
			className={cn(
				"label h-7 border-b border-rule-strong px-2 font-normal whitespace-nowrap first:pl-0 last:pr-0",
				numeric ? "text-right" : "text-left",
				className,
			)}
			{...rest}
		/>
	);
}

export function Tr({ className, ...rest }: ComponentProps<"tr">) {
	return <tr className={cn("h-(--row) border-b border-rule", className)} {...rest} />;
}

export function Td({ className, numeric = false, ...rest }: ComponentProps<"td"> & { numeric?: boolean }) {
	return (
		<td
			className={cn(
				"px-2 whitespace-nowrap first:pl-0 last:pr-0",
				numeric && "num text-right text-xs",
				className,
			)}
			{...rest}
		/>
	);
}
