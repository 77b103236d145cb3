"use client";
import { useState } from "react";
import type { RunView } from "@/server/domain/run-view.ts";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { LedgerCards } from "./ledger-cards";
import { LedgerTable } from "./ledger-table";
import { useLedgerKeys } from "./use-ledger-keys";
import { useRunScreens } from "./use-run-screens";

const windowSize = 60;

/** One row per loop, the newest first; a row opens in place. */
export function Ledger({ view }: { view: RunView }) {
	const [shown, setShown] = useState(windowSize);
	const rows = view.rows.toReversed().slice(0, shown);
	const { selected, opened, toggle } = useLedgerKeys(view.runId, rows);
	const screens = useRunScreens(view);
	if (rows.length === 0) {
		return (
			<EmptyState title="The first loop hasn't begun">
				Each loop becomes a row here: its plan, its candidate, what the Developer claims and what QA proves.
			</EmptyState>
		);
	}
	const props = { view, rows, selected, opened, toggle, screens };
	return (
		<section aria-label="Ledger">
			<LedgerTable {...props} />
			<LedgerCards {...props} />
			{view.rows.length > shown ? (
				<Button className="mt-3" onClick={() => setShown(shown + 200)}>
					Earlier loops ({view.rows.length - shown})
				</Button>
			) : null}
		</section>
	);
}
