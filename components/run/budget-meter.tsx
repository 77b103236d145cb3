"use client";
import { budgetName } from "@/server/domain/budget-words.ts";
import { budgetsOf } from "@/server/domain/run-budgets.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { formatShare } from "../format/number";
import { useNow } from "../format/use-now";
import { Meter } from "../ui/meter";

/** The budget that is nearest to its end; nothing when the run has none. */
export function BudgetMeter({ view }: { view: RunView }) {
	const now = useNow();
	const [nearest] = budgetsOf(view, now);
	if (!nearest) return null;
	const label = budgetName(nearest);
	return (
		<span className="flex items-center gap-2">
			<a href="#budgets" className="text-ink-3 hover:text-ink">
				{label.toLowerCase()}
			</a>
			<Meter share={nearest.share} label={label} />
			<span className="num">{formatShare(nearest.share)}</span>
		</span>
	);
}
