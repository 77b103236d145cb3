"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { PageFrame } from "../layout/page-frame";
import { useApi } from "../live/api";
import { FailedState } from "../ui/failed-state";
import { SkeletonRows } from "../ui/skeleton";
import { NewRunForm } from "./new-run-form";

/** `/runs/new`, or `/runs/new?copy=RUN` with a run's settings. */
export function NewRunPage() {
	const api = useApi();
	const [copied] = useQueryState("copy", parseAsString);
	const start = useQuery(api.newRun.start.queryOptions({}));
	const settings = useQuery(
		api.runs.settings.queryOptions({ runId: copied ?? "" }, { enabled: copied !== null }),
	);
	const error = start.error ?? settings.error;
	const ready = start.data && (copied === null || settings.data);
	return (
		<PageFrame crumbs={[{ label: "Runs", href: "/" }, { label: copied ? "New run from a copy" : "New run" }]}>
			{ready ? (
				<NewRunForm key={copied} start={start.data} copied={copied} settings={settings.data ?? null} />
			) : error ? (
				<FailedState
					what="The form can't be filled."
					error={error}
					onRetry={() => {
						void start.refetch();
						if (copied !== null) void settings.refetch();
					}}
				/>
			) : (
				<SkeletonRows rows={12} label="Loading the form" />
			)}
		</PageFrame>
	);
}
