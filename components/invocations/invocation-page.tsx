"use client";
import { useQuery } from "@tanstack/react-query";
import { loopName } from "@/components/format/run-names";
import { PageFrame } from "@/components/layout/page-frame";
import { useApi } from "@/components/live/api";
import { RunFrame } from "@/components/run/run-frame";
import { QueryFrame } from "@/components/ui/query-frame";
import type { InvocationView } from "@/server/domain/views.ts";
import { CallFacts } from "./call-facts";
import { CallTexts } from "./call-texts";

/** One harness call, exactly as it was: for audit. */
export function InvocationPage({ invocationId }: { invocationId: string }) {
	const api = useApi();
	const query = useQuery(
		api.invocations.get.queryOptions(
			{ invocationId },
			{ refetchInterval: (state) => (state.state.data && state.state.data.endedAt === null ? 2000 : false) },
		),
	);
	const call = query.data;
	const body = (
		<QueryFrame query={query} what="This call can't be shown." rows={16}>
			{(view) => (
				<div className="grid gap-x-10 gap-y-6 lg:grid-cols-[320px_minmax(0,1fr)]">
					<CallFacts call={view} runId={view.runId} />
					<CallTexts call={view} />
				</div>
			)}
		</QueryFrame>
	);
	if (!call) return <PageFrame crumbs={[{ label: "Runs", href: "/" }, { label: "call" }]}>{body}</PageFrame>;
	return (
		<RunFrame
			runId={call.runId}
			tab="ledger"
			crumbs={[
				{ label: `loop ${loopName(call.loop)}`, href: `/runs/${call.runId}/loops/${call.loop}` },
				{ label: callName(call) },
			]}
		>
			{body}
		</RunFrame>
	);
}

function callName(call: InvocationView): string {
	return call.attempt > 1 ? `${call.role}, attempt ${call.attempt}` : call.role;
}
