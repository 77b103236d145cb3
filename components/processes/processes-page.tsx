"use client";
import { useSubscription } from "@trpc/tanstack-react-query";
import Link from "next/link";
import { toast } from "sonner";
import { formatBytes, plural } from "@/components/format/number";
import { PageFrame } from "@/components/layout/page-frame";
import { useApi, useApiClient } from "@/components/live/api";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { QueryFrame } from "@/components/ui/query-frame";
import { Section } from "@/components/ui/section";
import { RunState } from "@/components/verdict/run-state";
import type { ProcessLedgerView } from "@/server/domain/process-view.ts";
import type { RunStatus } from "@/server/domain/run.ts";
import { groupProcesses, type ProcessGroup } from "./group-processes.ts";
import { ProcessTable } from "./process-table";

/** What of ours is running on this machine, for whom, and how to end it. */
export function ProcessesPage() {
	const api = useApi();
	const client = useApiClient();
	const feed = useSubscription(api.processes.watch.subscriptionOptions({}));
	const stopAll = async () => {
		try {
			const done = await client.processes.stopAll.mutate({ confirm: "stop all" });
			toast.success(
				`${plural(done.stopped.length, "run")} stopped, ${plural(done.ended, "left-over process", "left-over processes")} ended.`,
			);
		} catch (error) {
			toast.error(error instanceof Error ? error.message : "Not everything could be stopped.");
		}
	};
	const query = { data: feed.data, error: feed.error, refetch: feed.reset };
	return (
		<PageFrame
			crumbs={[{ label: "Processes" }]}
			actions={
				<ConfirmButton
					title="Stop all?"
					description="Every run that is at work ends now, and whatever of Fuseline's is left is ended. Finished steps stay; runs at rest are left as they are."
					confirm="Stop all"
					onConfirm={() => void stopAll()}
				>
					Stop all
				</ConfirmButton>
			}
		>
			<QueryFrame query={query} what="The processes can't be listed.">
				{(view) => <Groups view={view} />}
			</QueryFrame>
		</PageFrame>
	);
}

function Groups({ view }: { view: ProcessLedgerView }) {
	const groups = groupProcesses(view.processes);
	const strays = view.processes.filter((process) => process.stray).length;
	const atWork = groups.some((group) => group.kind === "run");
	return (
		<div className="max-w-6xl space-y-8">
			<p className="text-ink-2">
				{plural(view.processes.length, "process", "processes")} of Fuseline&apos;s on this machine
				{atWork ? "" : ", none of them for a run"}.{" "}
				{strays === 0
					? "No strays: everything here is waited for."
					: `${plural(strays, "process", "processes")} that nobody waits for any more.`}
				{view.complete ? "" : " This system has no full process table: children may be missing."}
			</p>
			{groups.map((group) => (
				<Section
					key={group.key}
					title={<GroupTitle group={group} />}
					aside={<span className="num text-xs text-ink-3">{formatBytes(group.rssBytes)}</span>}
				>
					<ProcessTable processes={group.processes} endable={group.kind !== "own"} />
				</Section>
			))}
		</div>
	);
}

function GroupTitle({ group }: { group: ProcessGroup }) {
	if (group.kind === "stray") return "Strays";
	if (group.run === null) return "Fuseline itself";
	return (
		<span className="flex flex-wrap items-center gap-x-3">
			<Link href={`/runs/${group.run.id}`} className="hover:underline hover:underline-offset-2">
				{group.run.name}
			</Link>
			<RunState status={group.run.status as RunStatus} endCause={null} />
		</span>
	);
}
