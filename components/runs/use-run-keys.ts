"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunListRow } from "@/server/domain/views.ts";
import { useKeys } from "../keys/use-keys";
import { toggleCompare } from "./compare-set";

/** `j` `k` through the list, `Enter` opens, `c` picks for Compare, `n` starts anew. Returns the selected run's id. */
export function useRunKeys(rows: RunListRow[]): string | null {
	const router = useRouter();
	const [selected, setSelected] = useState<string | null>(null);
	const move = (by: number) => {
		const at = rows.findIndex((row) => row.runId === selected);
		const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
		if (!next) return;
		setSelected(next.runId);
		document.querySelector(`[data-run="${next.runId}"]`)?.scrollIntoView({ block: "nearest" });
	};
	useKeys("Runs", [
		{ key: "j", label: "Next run", run: () => move(1) },
		{ key: "k", label: "Run before", run: () => move(-1) },
		{ key: "Enter", label: "Open the run", run: () => selected && router.push(`/runs/${selected}`) },
		{ key: "c", label: "Add to Compare, or take out", run: () => selected && toggleCompare(selected) },
		{ key: "n", label: "New run", run: () => router.push("/runs/new") },
	]);
	return selected;
}
