"use client";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { issueMarks } from "@/components/verdict/marks";
import { issueStatuses } from "@/server/domain/ledger.ts";
import type { IssueView } from "@/server/domain/views.ts";
import { type IssueFilter, issueCounts } from "./timeline";

/** Counts that are filters at once; issues reopened and reopenings are told apart. */
export function IssueFilters({
	issues,
	filter,
	onChange,
}: {
	issues: IssueView[];
	filter: IssueFilter;
	onChange: (filter: IssueFilter) => void;
}) {
	const counts = issueCounts(issues);
	const quick = ["all", "active", "closed", "reopened"] as const;
	const isQuick = quick.some((name) => name === filter.status);
	const present = issueStatuses.filter((status) => issues.some((issue) => issue.status === status));
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
			<Segmented
				label="Which issues"
				value={isQuick ? (filter.status as (typeof quick)[number]) : ("" as "all")}
				onChange={(status) => onChange({ ...filter, status })}
				options={quick.map((name) => ({
					value: name,
					label: (
						<>
							{name === "active" ? "not closed" : name}{" "}
							<span className="num text-xs text-ink-3">{counts[name]}</span>
						</>
					),
				}))}
			/>
			<Select
				label="Status"
				value={filter.status}
				onChange={(status) => onChange({ ...filter, status: status as IssueFilter["status"] })}
				options={[
					{ value: "all", label: "any status" },
					...present.map((status) => ({ value: status, label: issueMarks[status].word })),
				]}
				placeholder="any status"
				className="h-7 w-36"
			/>
			<Select
				label="Severity"
				value={filter.severity}
				onChange={(severity) => onChange({ ...filter, severity: severity as IssueFilter["severity"] })}
				options={["all", "blocker", "major", "minor"].map((name) => ({
					value: name,
					label: name === "all" ? "any severity" : name,
				}))}
				className="h-7 w-36"
			/>
			<Input
				type="search"
				aria-label="Find in issues"
				placeholder="Find…"
				className="h-7 w-44"
				value={filter.text}
				onChange={(event) => onChange({ ...filter, text: event.target.value })}
			/>
			{counts.reopenings > 0 ? (
				<span className="text-xs text-reopened">
					↺ <span className="num">{counts.reopenings}</span>{" "}
					{counts.reopenings === 1 ? "reopening" : "reopenings"}
				</span>
			) : null}
		</div>
	);
}
