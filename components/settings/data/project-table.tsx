import Link from "next/link";
import { formatBytes } from "@/components/format/number";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { DiskProject } from "@/server/domain/upkeep-views.ts";

const shown = 12;

/** Projects and their runs, biggest first. A content that several share counts as stored where it came first. */
export function ProjectTable({ projects }: { projects: DiskProject[] }) {
	if (projects.length === 0) return <p className="text-xs text-ink-3">No project has stored anything yet.</p>;
	return (
		<div className="overflow-x-auto">
			<Table>
				<thead>
					<tr>
						<Th>project, run</Th>
						<Th className="max-md:hidden">status</Th>
						<Th numeric className="max-md:hidden">
							candidates
						</Th>
						<Th
							numeric
							className="max-md:hidden"
							title="every mention counted, as if nothing were shared or packed"
						>
							unshared
						</Th>
						<Th numeric title="as it lies in the contents file">
							stored
						</Th>
						<Th numeric title="workspaces and copies, which can be laid anew">
							files
						</Th>
					</tr>
				</thead>
				<tbody>
					{projects.map((project) => (
						<ProjectRows key={project.projectId} project={project} />
					))}
				</tbody>
			</Table>
		</div>
	);
}

function ProjectRows({ project }: { project: DiskProject }) {
	const rest = project.runs.length - shown;
	return (
		<>
			<Tr>
				<Td className="max-w-48 truncate font-medium">{project.name}</Td>
				<Td className="max-md:hidden" />
				<Td className="max-md:hidden" />
				<Td numeric className="max-md:hidden">
					{formatBytes(project.logical)}
				</Td>
				<Td numeric title="the contents file on disk">
					{formatBytes(project.onDisk)}
				</Td>
				<Td numeric>{formatBytes(project.runs.reduce((sum, run) => sum + run.files, 0))}</Td>
			</Tr>
			{project.runs.slice(0, shown).map((run) => (
				<Tr key={run.runId}>
					<Td className="pl-4!">
						<Link href={`/runs/${run.runId}`} className="hover:underline">
							run <span className="num">{run.number}</span>
						</Link>
						{run.pinned || run.candidates.some((candidate) => candidate.pinned) ? (
							<span className="pl-2 text-xs text-ink-3">pinned</span>
						) : null}
					</Td>
					<Td className="text-ink-2 max-md:hidden">{run.status.replace("_", " ")}</Td>
					<Td numeric className="max-md:hidden">
						{removedOf(run.candidates)}
					</Td>
					<Td numeric className="max-md:hidden">
						{formatBytes(run.logical)}
					</Td>
					<Td numeric>{formatBytes(run.stored)}</Td>
					<Td numeric>{formatBytes(run.files)}</Td>
				</Tr>
			))}
			{rest > 0 ? (
				<Tr>
					<Td colSpan={6} className="pl-4! text-xs text-ink-3">
						{rest} smaller runs
					</Td>
				</Tr>
			) : null}
		</>
	);
}

function removedOf(candidates: DiskProject["runs"][number]["candidates"]): string {
	const removed = candidates.filter((candidate) => candidate.removedAt !== null).length;
	return removed === 0 ? String(candidates.length) : `${candidates.length} (${removed} without files)`;
}
