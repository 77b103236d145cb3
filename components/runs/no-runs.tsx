"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useApi } from "../live/api";
import { useStartDemo } from "../new-run/use-start-demo";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { runFilters } from "./run-filters";

/** The very first visit. */
export function NoRuns() {
	const api = useApi();
	const start = useQuery(api.newRun.start.queryOptions({}));
	const demo = start.data?.demos[0];
	const { startDemo, isPending } = useStartDemo();
	return (
		<EmptyState
			title="No run yet"
			action={
				<>
					<Button variant="primary" size="md" asChild>
						<Link href="/runs/new">New run</Link>
					</Button>
					{demo && start.data ? (
						<Button
							size="md"
							disabled={isPending}
							onClick={() => start.data && startDemo(start.data, demo.id)}
						>
							Run the demo
						</Button>
					) : null}
				</>
			}
		>
			<p>
				A run takes your spec through loops: a planner writes the next increment, a developer builds it, QA
				proves what works and finds what doesn't. Here you will see each run with its state, its issues and
				its last verdict, live.
			</p>
			{demo ? (
				<p className="mt-2">
					The demo, <span className="text-ink">{demo.title}</span>, needs no model and no key: {demo.summary}
				</p>
			) : null}
		</EmptyState>
	);
}

/** Nothing passes the filters. */
export function NoSuchRuns() {
	const [, setFilters] = useQueryStates(runFilters);
	return (
		<EmptyState
			title="No run matches these filters"
			action={<Button onClick={() => setFilters({ state: null, project: null })}>Show all runs</Button>}
		/>
	);
}
