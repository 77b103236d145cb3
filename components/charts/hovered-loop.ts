"use client";
import { useSyncExternalStore } from "react";
import { externalValue } from "../live/external-value";

const hovered = externalValue<number | null>(null);

/** The loop under the pointer, wherever it is: charts, rows and strips all mark it. */
export function useHoveredLoop(): number | null {
	return useSyncExternalStore(hovered.subscribe, hovered.get, () => null);
}

export function setHoveredLoop(loop: number | null): void {
	hovered.set(loop);
}
