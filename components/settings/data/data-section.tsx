"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Ago } from "@/components/format/time-text";
import { useApi, useApiClient } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { QueryFrame } from "@/components/ui/query-frame";
import { Section } from "@/components/ui/section";
import { DiskFigures } from "./disk-figures";
import { GcPanel } from "./gc-panel";
import { ProjectTable } from "./project-table";

/** What the data directory holds, by project and kind, and what may go. */
export function DataSection() {
	const api = useApi();
	const client = useApiClient();
	const queries = useQueryClient();
	const query = useQuery(api.upkeep.disk.queryOptions({ fresh: false }));
	const [busy, setBusy] = useState(false);
	const recount = async () => {
		setBusy(true);
		try {
			const fresh = await client.upkeep.disk.query({ fresh: true });
			queries.setQueryData(api.upkeep.disk.queryKey({ fresh: false }), fresh);
		} catch (error) {
			toast.error(error instanceof Error ? error.message : "The count did not come through.");
		} finally {
			setBusy(false);
		}
	};
	return (
		<Section
			id="data"
			title="Data"
			aside={
				<span className="flex items-center gap-3 text-xs text-ink-3">
					{query.data ? (
						<span>
							counted <Ago at={query.data.at} />
						</span>
					) : null}
					<Button variant="quiet" disabled={busy} onClick={() => void recount()}>
						{busy ? "Counting…" : "Count again"}
					</Button>
				</span>
			}
		>
			<QueryFrame query={query} what="The data directory can't be counted." rows={8}>
				{(disk) => (
					<div className="space-y-6">
						<DiskFigures disk={disk} />
						<ProjectTable projects={disk.projects} />
						<GcPanel onDone={() => void recount()} />
					</div>
				)}
			</QueryFrame>
		</Section>
	);
}
