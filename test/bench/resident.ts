import { readFileSync } from "node:fs";

/** Resident memory of a process in MB; null where the system doesn't say (macOS), or it has ended. */
export function residentMegabytes(pid: number): number | null {
	try {
		const said = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
		return said === undefined ? null : Math.round((Number(said) * 1024) / 1e6);
	} catch {
		return null;
	}
}
