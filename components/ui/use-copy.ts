"use client";
import { useState } from "react";
import { toast } from "sonner";

/** Copies text; `copied` is true for a moment, so that a mark can say so. */
export function useCopy(): { copied: boolean; copy: (text: string, what?: string) => void } {
	const [copied, setCopied] = useState(false);
	const copy = (text: string, what = "Copied") => {
		navigator.clipboard.writeText(text).then(
			() => {
				setCopied(true);
				toast(what, { description: text.length > 80 ? `${text.slice(0, 80)}…` : text, duration: 1600 });
				setTimeout(() => setCopied(false), 1200);
			},
			() => toast.error("The browser did not allow copying; select the text instead."),
		);
	};
	return { copied, copy };
}
