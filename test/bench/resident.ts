import { residentBytes } from "../../server/process/resident-bytes.ts";

/** Resident memory of a process in MB; null where the system doesn't say, or it has ended. */
export function residentMegabytes(pid: number): number | null {
	const bytes = residentBytes(pid);
	return bytes === null ? null : Math.round(bytes / 1e6);
}
