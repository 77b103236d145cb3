"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Ago } from "@/components/format/time-text";
import { PageFrame } from "@/components/layout/page-frame";
import { useApi, useApiClient } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { QueryFrame } from "@/components/ui/query-frame";
import { Section } from "@/components/ui/section";
import { DataSection } from "./data/data-section";
import { HarnessTable } from "./harness-table";
import { LookSettings } from "./look-settings";
import { MachineFacts } from "./machine-facts";
import { PriceSettings } from "./price-settings";

/** What this machine can do for runs, and how the dashboard looks. */
export function SettingsPage() {
	const api = useApi();
	const client = useApiClient();
	const queries = useQueryClient();
	const query = useQuery(api.doctor.get.queryOptions({ fresh: false }));
	const [busy, setBusy] = useState(false);
	const recheck = async () => {
		setBusy(true);
		try {
			const fresh = await client.doctor.get.query({ fresh: true });
			queries.setQueryData(api.doctor.get.queryKey({ fresh: false }), fresh);
		} catch (error) {
			toast.error(error instanceof Error ? error.message : "The check did not come through.");
		} finally {
			setBusy(false);
		}
	};
	return (
		<PageFrame
			crumbs={[{ label: "Settings" }]}
			actions={
				<Button onClick={() => void recheck()} disabled={busy}>
					<RefreshCw aria-hidden className={cn(busy && "animate-breathe")} />{" "}
					{busy ? "Checking…" : "Check again"}
				</Button>
			}
		>
			<div className="max-w-5xl space-y-8">
				<Section title="Look">
					<LookSettings />
				</Section>
				<DataSection />
				<QueryFrame query={query} what="The doctor can't be asked." rows={12}>
					{(doctor) => (
						<>
							<Section
								title="Harnesses"
								aside={
									<span className="text-xs text-ink-3">
										checked <Ago at={doctor.checkedAt} />
									</span>
								}
							>
								<HarnessTable harnesses={doctor.harnesses} />
							</Section>
							<Section title="This machine">
								<MachineFacts doctor={doctor} />
							</Section>
						</>
					)}
				</QueryFrame>
				<PriceSettings />
			</div>
		</PageFrame>
	);
}
