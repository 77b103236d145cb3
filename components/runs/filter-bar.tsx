"use client";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useApi } from "../live/api";
import { Segmented } from "../ui/segmented";
import { Select } from "../ui/select";
import { runFilters, runStateLabels } from "./run-filters";

const every = "every project";

export function FilterBar() {
	const api = useApi();
	const [{ state, project }, setFilters] = useQueryStates(runFilters);
	const projects = useQuery(api.projects.list.queryOptions({}));
	return (
		<div className="mb-2 flex flex-wrap items-center gap-2">
			<Segmented
				label="State"
				value={state}
				options={runStateLabels}
				onChange={(next) => setFilters({ state: next })}
			/>
			{(projects.data?.length ?? 0) > 1 || project ? (
				<Select
					label="Project"
					className="h-7 w-44"
					value={project ?? every}
					onChange={(next) => setFilters({ project: next === every ? null : next })}
					options={[
						{ value: every, label: "Every project" },
						...(projects.data ?? []).map((entry) => ({
							value: entry.projectId,
							label: entry.name,
							hint: `${entry.runs} runs`,
						})),
					]}
				/>
			) : null}
		</div>
	);
}
