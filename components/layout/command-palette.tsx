"use client";
import { useSyncExternalStore } from "react";
import { useKeys } from "../keys/use-keys";
import { openPalette, paletteOpen } from "./palette-state";
import { PaletteWindow } from "./palette-window";

/** `⌘K`: go anywhere by name. The list is only asked for while it is open. */
export function CommandPalette() {
	const open = useSyncExternalStore(
		paletteOpen.subscribe,
		() => paletteOpen.get(),
		() => false,
	);
	useKeys("Everywhere", [{ key: "mod+k", label: "Go to a run or page", everywhere: true, run: openPalette }]);
	return open ? <PaletteWindow onClose={() => paletteOpen.set(false)} /> : null;
}
