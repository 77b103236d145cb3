import type { ReactNode } from "react";
import { cn } from "./class-names";

export type Tone =
	| "ink"
	| "quiet"
	| "accent"
	| "pass"
	| "fail"
	| "blocked"
	| "untested"
	| "reopened"
	| "violation";

const ink: Record<Tone, string> = {
	ink: "text-ink",
	quiet: "text-ink-3",
	accent: "text-accent",
	pass: "text-pass",
	fail: "text-fail",
	blocked: "text-blocked",
	untested: "text-untested",
	reopened: "text-reopened",
	violation: "text-violation",
};

const filled: Record<Tone, string> = {
	ink: "bg-ink text-paper",
	quiet: "bg-sunken text-ink-2",
	accent: "bg-accent text-accent-ink",
	pass: "bg-pass text-paper",
	fail: "bg-fail text-paper",
	blocked: "bg-blocked text-paper",
	untested: "bg-sunken text-ink-2",
	reopened: "bg-reopened text-paper",
	violation: "bg-violation text-paper",
};

/** Text colour of a tone, for words that need no chip. */
export function toneText(tone: Tone): string {
	return ink[tone];
}

/** A short word with a border (a claim), a fill (a proof), or neither (a remark). */
export function Chip({
	tone = "ink",
	look = "outline",
	mark,
	title,
	className,
	children,
}: {
	tone?: Tone;
	look?: "outline" | "filled" | "plain";
	mark?: ReactNode;
	title?: string;
	className?: string;
	children: ReactNode;
}) {
	return (
		<span
			title={title}
			className={cn(
				"inline-flex h-5 items-center gap-1 rounded-sm text-xs whitespace-nowrap",
				look === "outline" && cn("border border-current px-1.5", ink[tone]),
				look === "filled" && cn("px-1.5 font-medium", filled[tone]),
				look === "plain" && ink[tone],
				className,
			)}
		>
			{mark}
			{children}
		</span>
	);
}
