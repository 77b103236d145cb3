import { totalmem } from "node:os";
import type { ControlGroup } from "./control-group.ts";
import { statFields, ticksPerSecond } from "./identity.ts";
import type { ProcessTree } from "./process-tree.ts";
import { residentBytes } from "./resident-bytes.ts";
import type { ProcessLimits } from "./spawn.ts";

const calmMs = 500;
const closeMs = 100;
/** From here on it is looked at more often. */
const closeShare = 0.4;
/** What a tree without a limit of its own may have at once. */
export const guardProcesses = 4096;

/** A limit that a tree ran into, with its figures. */
export interface Overrun {
	cause: "memory" | "processes" | "cpu";
	why: string;
}

/**
 * Watches the resident memory, the number of processes and the processor time of a tree by looking at it a few times a
 * second. Pages that processes share are counted for each. Without a limit of its own a tree gets three quarters of the memory that this
 * machine (or container) has: nothing that an agent starts may take the machine down.
 */
export function watchResources(
	tree: ProcessTree,
	limits: Pick<ProcessLimits, "memoryBytes" | "processes" | "cpuMs">,
	group: ControlGroup | null,
): { look(ageMs: number): Overrun | null } {
	const memory = limits.memoryBytes ?? machineMemory() * 0.75;
	const processes = limits.processes ?? guardProcesses;
	const cpuMs = limits.cpuMs ?? Number.POSITIVE_INFINITY;
	const limited = [limits.memoryBytes, limits.processes, limits.cpuMs].some((limit) => limit !== undefined);
	let usedMs = 0;
	let next = limited ? closeMs : calmMs;
	return {
		look(ageMs) {
			if (process.platform !== "linux" || ageMs < next) return null;
			const members = tree.members();
			const bytes = members.reduce((sum, { pid }) => sum + (residentBytes(pid) ?? 0), 0);
			// what ends without anybody who waits for it takes its time along: the figure never falls for that
			usedMs = Math.max(usedMs, group?.cpuMs() ?? members.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0));
			const share = Math.max(bytes / memory, members.length / processes, usedMs / cpuMs);
			next = ageMs + (share > closeShare ? closeMs : calmMs);
			const hit = group?.hit() ?? null;
			if (hit === "memory") return { cause: hit, why: kernelEnded(limits.memoryBytes) };
			if (hit === "processes")
				return { cause: hit, why: `the kernel refused it more than ${processes} allow` };
			if (bytes > memory) {
				return {
					cause: "memory",
					why: `${megabytes(bytes)} of at most ${megabytes(memory)} of memory in use`,
				};
			}
			if (members.length > processes) {
				return { cause: "processes", why: `${members.length} processes at once, ${processes} are allowed` };
			}
			if (usedMs > cpuMs) {
				return {
					cause: "cpu",
					why: `${minutes(usedMs)} of at most ${minutes(cpuMs)} of processor time used`,
				};
			}
			return null;
		},
	};
}

/** For a tree that the kernel ended because its control group was full. */
export function kernelEnded(memoryBytes: number | undefined): string {
	const limit = memoryBytes === undefined ? "its memory" : `at most ${megabytes(memoryBytes)} of memory`;
	return `it reached the limit of ${limit}`;
}

function machineMemory(): number {
	const constrained = process.constrainedMemory();
	return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Its own user and system time and that of its children that ended and were waited for (fields 14 to 17 of `stat`). */
function cpuMsOf(pid: number): number {
	const ticks = statFields(pid)?.slice(11, 15) ?? [];
	return (ticks.reduce((sum, count) => sum + Number(count), 0) * 1000) / ticksPerSecond;
}

function minutes(ms: number): string {
	return `${(ms / 60_000).toLocaleString("en-US", { maximumSignificantDigits: 3 })} min`;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6).toLocaleString("en-US")} MB`;
}
