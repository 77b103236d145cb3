import { readFileSync } from "node:fs";

/** Resident memory of a process; null for one that has ended, or where the system doesn't say (macOS). */
export function residentBytes(pid: number): number | null {
	try {
		// `status` says kB whatever the size of a page is
		const said = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
		return said === undefined ? null : Number(said) * 1024;
	} catch {
		return null;
	}
}
