"use client";
import { useRouter } from "next/navigation";
import { parseAsInteger, useQueryState } from "nuqs";
import { useState } from "react";
import { toast } from "sonner";
import type { LoopRow } from "@/server/domain/run-view.ts";
import { setHoveredLoop } from "../../charts/hovered-loop";
import { useKeys } from "../../keys/use-keys";
import { compareHref, toggleCompare } from "../../runs/compare-set";

/** `j` `k` move, `Enter` opens in place (the URL keeps which), `o` goes to the loop, `c` picks the run for Compare. */
export function useLedgerKeys(runId: string, rows: LoopRow[]) {
	const router = useRouter();
	const [opened, setOpened] = useQueryState("loop", parseAsInteger);
	const [selected, setSelected] = useState<number | null>(null);
	const toggle = (loop: number) => {
		setSelected(loop);
		void setOpened(opened === loop ? null : loop);
	};
	const move = (by: number) => {
		const at = rows.findIndex((row) => row.loop === (selected ?? opened));
		const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
		if (!next) return;
		setSelected(next.loop);
		setHoveredLoop(next.loop);
		document.querySelector(`[data-loop="${next.loop}"]`)?.scrollIntoView({ block: "nearest" });
	};
	const compare = () => {
		const runs = toggleCompare(runId);
		const added = runs.includes(runId);
		toast(added ? `In Compare now: ${runs.length} of 8` : "Taken out of Compare", {
			...(added ? { action: { label: "Compare", onClick: () => router.push(compareHref(runs)) } } : {}),
		});
	};
	useKeys("Ledger", [
		{ key: "j", label: "Next row", run: () => move(1) },
		{ key: "k", label: "Row before", run: () => move(-1) },
		{
			key: "Enter",
			label: "Open the row in place, or close it",
			run: () => selected !== null && toggle(selected),
		},
		{
			key: "o",
			label: "Go to the loop's page",
			run: () => selected !== null && router.push(`/runs/${runId}/loops/${selected}`),
		},
		{ key: "c", label: "Add this run to Compare, or take it out", run: compare },
	]);
	return { selected, opened, toggle };
}
