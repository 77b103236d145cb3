"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useApi } from "@/components/live/api";
import { RunState } from "@/components/verdict/run-state";

/** The last runs of a project, each with its state; the rest is in the list of runs. */
export function ProjectRuns({ projectId }: { projectId: string }) {
	const api = useApi();
	const query = useQuery(api.runs.list.queryOptions({ limit: 4, project: projectId }));
	if (!query.data) return <span className="text-ink-3">{query.error ? "not known" : ""}</span>;
	return (
		<ul className="flex flex-wrap gap-x-4 gap-y-0.5 py-1">
			{query.data.rows.map((run) => (
				<li key={run.runId}>
					<Link
						href={`/runs/${run.runId}`}
						className="flex items-center gap-1.5 hover:underline hover:underline-offset-2"
						title={`run ${run.number}: ${run.protocol}, loop ${run.loop} of ${run.loops}`}
					>
						<span className="num text-xs text-ink-2">{run.number}</span>
						<RunState status={run.status} endCause={run.endCause} detail={run.detail} />
					</Link>
				</li>
			))}
		</ul>
	);
}
