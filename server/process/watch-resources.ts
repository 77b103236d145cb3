import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import type { ProcessTree } from "./process-tree.ts";

const calmMs = 500;
const closeMs = 100;
/** From here on it is looked at more often. */
const closeShare = 0.4;
const guardProcesses = 4096;

/** A limit that a tree ran into, with its figures. */
export interface Overrun {
	cause: "memory" | "processes";
	why: string;
}

/**
 * Watches the resident memory and the number of processes of a tree by looking at it a few times a second. Pages that
 * processes share are counted for each. Without a limit of its own a tree gets three quarters of the memory that this
 * machine (or container) has: nothing that an agent starts may take the machine down.
 */
export function watchResources(
	tree: ProcessTree,
	limits: { memoryBytes?: number | undefined; processes?: number | undefined },
): { look(ageMs: number): Overrun | null } {
	const memory = limits.memoryBytes ?? machineMemory() * 0.75;
	const processes = limits.processes ?? guardProcesses;
	const limited = limits.memoryBytes !== undefined || limits.processes !== undefined;
	let next = limited ? closeMs : calmMs;
	return {
		look(ageMs) {
			if (process.platform !== "linux" || ageMs < next) return null;
			const members = tree.members();
			const bytes = members.reduce((sum, { pid }) => sum + residentBytes(pid), 0);
			const share = Math.max(bytes / memory, members.length / processes);
			next = ageMs + (share > closeShare ? closeMs : calmMs);
			if (bytes > memory) {
				return {
					cause: "memory",
					why: `${megabytes(bytes)} of at most ${megabytes(memory)} of memory in use`,
				};
			}
			if (members.length > processes) {
				return { cause: "processes", why: `${members.length} processes at once, ${processes} are allowed` };
			}
			return null;
		},
	};
}

function machineMemory(): number {
	const constrained = process.constrainedMemory();
	return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Resident memory of a process; 0 for one that is just ending. */
function residentBytes(pid: number): number {
	try {
		const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
		return Number(kilobytes ?? 0) * 1024;
	} catch {
		return 0;
	}
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6).toLocaleString("en-US")} MB`;
}
