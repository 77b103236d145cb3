"use client";
import { useSyncExternalStore } from "react";
import { tabKept } from "@/components/live/site-storage";
import { externalValue } from "../live/external-value";

const key = "fuseline.compare";
const limit = 8;
const nobody: readonly string[] = [];

const chosen = externalValue<readonly string[] | null>(null);

function read(): readonly string[] {
	const known = chosen.get();
	if (known !== null) return known;
	const stored = tabKept.get(key);
	const runs = stored ? stored.split(",") : nobody;
	chosen.set(runs);
	return runs;
}

/** Runs that were picked for Compare in this tab, in the order of picking. */
export function useCompareSet(): readonly string[] {
	return useSyncExternalStore(chosen.subscribe, read, () => nobody);
}

/** Picks a run or takes it back; the ninth pushes the first out. */
export function toggleCompare(runId: string): readonly string[] {
	const before = read();
	const after = before.includes(runId)
		? before.filter((other) => other !== runId)
		: [...before, runId].slice(-limit);
	tabKept.set(key, after.join(","));
	chosen.set(after);
	return after;
}

export function clearCompare(): void {
	tabKept.remove(key);
	chosen.set(nobody);
}

export function compareHref(runs: readonly string[]): string {
	return `/compare?runs=${runs.join(",")}`;
}
