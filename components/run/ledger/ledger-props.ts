import type { LoopRow, RunView } from "@/server/domain/run-view.ts";
import type { RunScreens } from "./use-run-screens";

export interface LedgerProps {
	view: RunView;
	/** newest first */
	rows: LoopRow[];
	selected: number | null;
	opened: number | null;
	toggle: (loop: number) => void;
	screens: RunScreens;
}

/** When a loop ended; one that was cut short ended with its run. Null while it goes on. */
export function endOf(row: LoopRow, view: RunView): number | null {
	return row.endedAt ?? view.endedAt;
}
