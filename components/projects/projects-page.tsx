"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { formatExact } from "@/components/format/number";
import { Ago } from "@/components/format/time-text";
import { PageFrame } from "@/components/layout/page-frame";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryFrame } from "@/components/ui/query-frame";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { ProjectRuns } from "./project-runs";

/** Every spec that was ever run, with its latest runs. */
export function ProjectsPage() {
	const api = useApi();
	const query = useQuery(api.projects.list.queryOptions({}));
	const newest = useQuery(api.runs.list.queryOptions({ limit: 50 })).data?.rows[0]?.runId;
	const seen = useRef(newest);
	// The list of runs is kept fresh by the rail: a new first run means that counts here are old.
	useEffect(() => {
		if (seen.current !== newest && seen.current !== undefined) void query.refetch();
		seen.current = newest;
	}, [newest, query.refetch]);
	return (
		<PageFrame
			crumbs={[{ label: "Projects" }]}
			actions={
				<Button asChild variant="primary">
					<Link href="/runs/new">New run</Link>
				</Button>
			}
		>
			<QueryFrame query={query} what="The projects can't be shown.">
				{(projects) =>
					projects.length === 0 ? (
						<EmptyState
							title="No projects yet."
							action={
								<Button asChild variant="primary">
									<Link href="/runs/new">New run</Link>
								</Button>
							}
						>
							A project is a spec, and if you like a folder with it. It appears here with its first run.
						</EmptyState>
					) : (
						<Table>
							<thead>
								<tr>
									<Th className="w-[26%]">project</Th>
									<Th className="max-md:hidden">came from</Th>
									<Th>latest runs</Th>
									<Th numeric>runs</Th>
									<Th numeric className="max-sm:hidden">
										last
									</Th>
								</tr>
							</thead>
							<tbody>
								{projects.map((project) => (
									<Tr key={project.projectId}>
										<Td className="font-medium whitespace-normal">
											<Link
												href={`/?project=${encodeURIComponent(project.projectId)}`}
												className="wrap-anywhere hover:underline hover:underline-offset-2"
											>
												{project.name}
											</Link>
										</Td>
										<Td
											className="num max-w-80 truncate text-xs text-ink-3 max-md:hidden"
											title={project.source ?? undefined}
										>
											{project.source ?? "pasted spec"}
										</Td>
										<Td className="whitespace-normal">
											<ProjectRuns projectId={project.projectId} />
										</Td>
										<Td numeric>{formatExact(project.runs)}</Td>
										<Td numeric className="max-sm:hidden">
											<Ago at={project.lastRunAt} />
										</Td>
									</Tr>
								))}
							</tbody>
						</Table>
					)
				}
			</QueryFrame>
		</PageFrame>
	);
}
