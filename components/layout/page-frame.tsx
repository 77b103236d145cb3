"use client";
import { LinkIcon, Menu, Search } from "lucide-react";
import Link from "next/link";
import { Fragment, type ReactNode, useState } from "react";
import { cn } from "../ui/class-names";
import { IconButton } from "../ui/icon-button";
import { Sheet } from "../ui/sheet";
import { useCopy } from "../ui/use-copy";
import { DaemonState } from "./daemon-state";
import { OfflineBar } from "./offline-bar";
import { openPalette } from "./palette-state";
import { RailLinks } from "./rail-links";
import { ThemeSwitch } from "./theme-switch";

export interface Crumb {
	label: ReactNode;
	href?: string;
}

/**
 * Every page: the top line (where you are, copy-link, ⌘K) over the content. `wide` pages use the whole window, others
 * stop at a readable width.
 */
export function PageFrame({
	crumbs,
	actions,
	flush = false,
	children,
}: {
	crumbs: Crumb[];
	/** the page's own buttons, at the right end of the top line */
	actions?: ReactNode;
	/** no padding around the content */
	flush?: boolean;
	children: ReactNode;
}) {
	return (
		<>
			<header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b border-rule bg-paper px-4 md:px-6">
				<PhoneRail />
				<Breadcrumb crumbs={crumbs} />
				<div className="flex shrink-0 items-center gap-1">
					{actions}
					<CopyLink />
					<IconButton label="Go to…" hotkey="⌘K" onClick={openPalette}>
						<Search aria-hidden />
					</IconButton>
				</div>
			</header>
			<OfflineBar />
			<main id="main" className={cn("min-w-0 flex-1", !flush && "px-4 py-4 md:px-6")}>
				{children}
			</main>
		</>
	);
}

function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
	return (
		<nav aria-label="Where you are" className="min-w-0 flex-1">
			<ol className="flex min-w-0 items-center gap-1.5 text-sm">
				{crumbs.map((crumb, index) => {
					const last = index === crumbs.length - 1;
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: a trail is its order
						<Fragment key={index}>
							{index > 0 ? (
								<li aria-hidden className={cn("text-ink-3", !last && "max-sm:hidden")}>
									/
								</li>
							) : null}
							<li className={cn("truncate", last ? "min-w-0 font-medium" : index > 0 && "max-sm:hidden")}>
								{crumb.href && !last ? (
									<Link href={crumb.href} className="text-ink-2 hover:text-ink">
										{crumb.label}
									</Link>
								) : last ? (
									<h1 className="truncate font-medium">{crumb.label}</h1>
								) : (
									crumb.label
								)}
							</li>
						</Fragment>
					);
				})}
			</ol>
		</nav>
	);
}

function CopyLink() {
	const { copy } = useCopy();
	return (
		<IconButton
			label="Copy the link to this view"
			onClick={() => copy(window.location.href, "Copied the link")}
		>
			<LinkIcon aria-hidden />
		</IconButton>
	);
}

function PhoneRail() {
	const [open, setOpen] = useState(false);
	return (
		<div className="-ml-2 md:hidden">
			<Sheet
				open={open}
				onOpenChange={setOpen}
				side="left"
				title="Fuseline"
				trigger={
					<IconButton label="Places">
						<Menu aria-hidden />
					</IconButton>
				}
			>
				{/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: following a link closes the sheet */}
				<div className="flex h-full flex-col pt-2" onClick={() => setOpen(false)}>
					<RailLinks />
				</div>
				<div className="border-t border-rule p-2">
					<DaemonState />
					<ThemeSwitch />
				</div>
			</Sheet>
		</div>
	);
}
