"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { loopName } from "@/components/format/run-names";
import { PageFrame } from "@/components/layout/page-frame";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
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
	const run = call ? `/runs/${call.runId}` : null;
	return (
		<PageFrame
			crumbs={[
				{ label: "Runs", href: "/" },
				...(call && run
					? [
							{ label: "run", href: run },
							{ label: `loop ${loopName(call.loop)}`, href: `${run}/loops/${call.loop}` },
						]
					: []),
				{ label: call ? callName(call) : "call" },
			]}
			actions={
				call && run ? (
					<Button asChild variant="quiet">
						<Link href={`${run}/log?invocation=${call.id}`}>Log</Link>
					</Button>
				) : null
			}
		>
			<QueryFrame query={query} what="This call can't be shown." rows={16}>
				{(view) => (
					<div className="grid gap-x-10 gap-y-6 lg:grid-cols-[320px_minmax(0,1fr)]">
						<CallFacts call={view} runId={view.runId} />
						<CallTexts call={view} />
					</div>
				)}
			</QueryFrame>
		</PageFrame>
	);
}

function callName(call: InvocationView): string {
	return call.attempt > 1 ? `${call.role}, attempt ${call.attempt}` : call.role;
}
