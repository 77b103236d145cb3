"use client";
import { PanelLeft } from "lucide-react";
import Link from "next/link";
import { IconButton } from "../ui/icon-button";
import { DaemonState } from "./daemon-state";
import { toggleRail } from "./preferences";
import { RailLinks } from "./rail-links";
import { ThemeSwitch } from "./theme-switch";

/** 200 px of places on wide screens, icons alone when folded; phones have it as a sheet in the top line. */
export function Rail() {
	return (
		<aside
			data-rail
			className="sticky top-0 hidden h-dvh w-50 shrink-0 flex-col border-r border-rule md:flex [[data-rail=narrow]_&]:w-12"
		>
			<div className="flex h-12 items-center justify-between pr-2 pl-4 [[data-rail=narrow]_&]:pl-2.5">
				<Link href="/" className="text-base font-semibold tracking-tight [[data-rail=narrow]_&]:hidden">
					Fuseline
				</Link>
				<IconButton label="Fold the rail" hotkey="[" onClick={toggleRail}>
					<PanelLeft aria-hidden />
				</IconButton>
			</div>
			<RailLinks />
			<div className="mt-auto border-t border-rule p-2 [[data-rail=narrow]_&]:px-1">
				<DaemonState />
				<ThemeSwitch />
			</div>
		</aside>
	);
}
