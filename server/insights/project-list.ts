import { time } from "./columns.ts";
import type { Reads } from "./sources.ts";

export interface ProjectRow {
	projectId: string;
	name: string;
	/** folder that it was copied from; null for a pasted spec */
	source: string | null;
	runs: number;
	lastRunAt: number | null;
}

/** All projects, the one with the newest run first. */
export async function listProjects(reads: Reads): Promise<ProjectRow[]> {
	const projects = await reads.project.findMany({
		include: {
			_count: { select: { runs: true } },
			runs: { orderBy: { createdAt: "desc" }, take: 1, select: { createdAt: true } },
		},
	});
	return projects
		.map((project) => ({
			projectId: project.id,
			name: project.name,
			source: project.source,
			runs: project._count.runs,
			lastRunAt: time(project.runs[0]?.createdAt ?? null),
		}))
		.sort((a, b) => (b.lastRunAt ?? 0) - (a.lastRunAt ?? 0));
}
