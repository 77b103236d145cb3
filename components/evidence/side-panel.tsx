"use client";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useKeys } from "@/components/keys/use-keys";
import { IconButton } from "@/components/ui/icon-button";

/**
 * Evidence beside what is read: not a dialog, the page behind stays usable. On a phone it takes the window. Gets the
 * focus when it opens, and hands it back.
 */
export function SidePanel({
	title,
	kicker,
	onClose,
	children,
}: {
	title: ReactNode;
	kicker: ReactNode;
	onClose: () => void;
	children: ReactNode;
}) {
	const panel = useRef<HTMLElement>(null);
	useKeys("Evidence", [{ key: "Escape", label: "close the evidence", run: onClose }]);
	// Focus is the browser's: it moves into the panel once, and back to what opened it.
	useEffect(() => {
		const before = document.activeElement;
		panel.current?.focus({ preventScroll: true });
		return () => {
			if (before instanceof HTMLElement) before.focus({ preventScroll: true });
		};
	}, []);
	return (
		<aside
			ref={panel}
			tabIndex={-1}
			aria-label="Evidence"
			className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-rule-strong bg-raised outline-none sm:w-[480px] max-xl:shadow-float"
		>
			<header className="flex min-h-12 shrink-0 items-center justify-between gap-3 border-b border-rule px-4 py-1.5">
				<div className="min-w-0">
					<p className="label truncate">{kicker}</p>
					<h2 className="truncate text-sm font-semibold">{title}</h2>
				</div>
				<IconButton label="Close" hotkey="Esc" onClick={onClose}>
					<X aria-hidden />
				</IconButton>
			</header>
			<div className="relative min-h-0 flex-1 space-y-5 overflow-y-auto px-4 py-4">{children}</div>
		</aside>
	);
}

/** A named part of the panel. */
export function PanelPart({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<section className="space-y-1.5">
			<h3 className="label">{name}</h3>
			<div>{children}</div>
		</section>
	);
}
