"use client";
import { Plus } from "lucide-react";
import Link from "next/link";
import { PageFrame } from "../layout/page-frame";
import { Button } from "../ui/button";
import { FailedState } from "../ui/failed-state";
import { SkeletonRows } from "../ui/skeleton";
import { CompareBar } from "./compare-bar";
import { FilterBar } from "./filter-bar";
import { NoRuns, NoSuchRuns } from "./no-runs";
import { RunCards } from "./run-cards";
import { RunTable } from "./run-table";
import { useRunKeys } from "./use-run-keys";
import { useRuns } from "./use-runs";

/** All runs of this machine, live. */
export function RunsPage() {
	const { rows, error, refetch, filtered, hasNextPage, fetchNextPage, isFetchingNextPage } = useRuns();
	const selected = useRunKeys(rows ?? []);
	const empty = rows !== null && rows.length === 0;
	return (
		<PageFrame crumbs={[{ label: "Runs" }]} actions={empty && !filtered ? null : <NewRunButton />}>
			{empty && !filtered ? (
				<NoRuns />
			) : (
				<>
					<FilterBar />
					{rows === null && error ? (
						<FailedState
							what="The list of runs can't be read."
							error={error}
							stillWorks="Runs go on in their own processes."
							onRetry={() => refetch()}
						/>
					) : rows === null ? (
						<SkeletonRows rows={12} label="Loading the runs" />
					) : empty ? (
						<NoSuchRuns />
					) : (
						<>
							<RunTable rows={rows} selected={selected} />
							<RunCards rows={rows} />
						</>
					)}
					{hasNextPage ? (
						<Button className="mt-4" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
							Older runs
						</Button>
					) : null}
					<CompareBar />
				</>
			)}
		</PageFrame>
	);
}

function NewRunButton() {
	return (
		<Button variant="primary" asChild>
			<Link href="/runs/new">
				<Plus aria-hidden />
				New run
			</Link>
		</Button>
	);
}
