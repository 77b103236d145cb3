import type { OwnedProcess } from "@/server/domain/process-view.ts";

export interface ProcessGroup {
	key: string;
	kind: "stray" | "run" | "own";
	run: OwnedProcess["run"];
	processes: OwnedProcess[];
	/** sum over those that say it; null if none does */
	rssBytes: number | null;
}

/** Strays first, for they are what to act on; then runs by name; then Fuseline's own. Children stand under their parents. */
export function groupProcesses(processes: OwnedProcess[]): ProcessGroup[] {
	const groups = new Map<string, ProcessGroup>();
	for (const process of processes) {
		const kind = process.stray ? "stray" : process.run ? "run" : "own";
		const key = kind === "run" ? `run ${process.run?.id}` : kind;
		const group = groups.get(key) ?? {
			key,
			kind,
			run: kind === "run" ? process.run : null,
			processes: [],
			rssBytes: null,
		};
		group.processes.push(process);
		if (process.rssBytes !== null) group.rssBytes = (group.rssBytes ?? 0) + process.rssBytes;
		groups.set(key, group);
	}
	const rank = { stray: 0, run: 1, own: 2 };
	return [...groups.values()]
		.map((group) => ({ ...group, processes: underParents(group.processes) }))
		.sort((a, b) => rank[a.kind] - rank[b.kind] || (a.run?.name ?? "").localeCompare(b.run?.name ?? ""));
}

function underParents(processes: OwnedProcess[]): OwnedProcess[] {
	const pids = new Set(processes.map((process) => process.pid));
	const below = (parent: number): OwnedProcess[] =>
		processes
			.filter((process) => process.parent === parent)
			.flatMap((process) => [process, ...below(process.pid)]);
	return processes
		.filter((process) => !pids.has(process.parent))
		.flatMap((process) => [process, ...below(process.pid)]);
}

/** How deep a process stands below the first of its group. */
export function depthsOf(processes: OwnedProcess[]): Map<number, number> {
	const depths = new Map<number, number>();
	for (const { pid, parent } of processes) depths.set(pid, (depths.get(parent) ?? -1) + 1);
	return depths;
}
