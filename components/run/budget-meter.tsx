"use client";
import { useQuery } from "@tanstack/react-query";
import type { RunView } from "@/server/domain/run-view.ts";
import { formatShare } from "../format/number";
import { useNow } from "../format/use-now";
import { useApi } from "../live/api";
import { Meter } from "../ui/meter";
import { usedShares } from "./used-shares";

/** The budget that is nearest to its end; nothing when the run has none. */
export function BudgetMeter({ view }: { view: RunView }) {
	const now = useNow();
	const api = useApi();
	const settings = useQuery(
		api.runs.settings.queryOptions({ runId: view.runId }, { staleTime: Number.POSITIVE_INFINITY }),
	);
	const [nearest] = usedShares(view, settings.data?.budgets ?? {}, now);
	if (!nearest) return null;
	return (
		<span className="flex items-center gap-2">
			<span className="text-ink-3">{nearest.label}</span>
			<Meter share={nearest.share} label={nearest.label} />
			<span className="num">{formatShare(nearest.share)}</span>
		</span>
	);
}
