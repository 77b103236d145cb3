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
