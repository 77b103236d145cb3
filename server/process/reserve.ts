import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";

/*
 * Some megabytes that are given up when a disk is full, so that "paused" and "stopped" can still be written.
 */

const reserveBytes = 4 * 1024 * 1024;
const fileOf = (dataDirectory: string) => path.join(dataDirectory, "reserve");

/** Makes the reserve unless it is there. Quietly does nothing where there is no room for it. */
export function keepReserve(dataDirectory: string): void {
	const file = fileOf(dataDirectory);
	if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= reserveBytes) return;
	const partial = `${file}.${process.pid}.partial`;
	try {
		const descriptor = openSync(partial, "w", 0o600);
		try {
			// written, not only sized: a hole takes no room and gives none back. Not zeros: some file systems drop those
			const block = Buffer.alloc(1024 * 1024, "fuseline");
			for (let written = 0; written < reserveBytes; ) written += writeSync(descriptor, block);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		renameSync(partial, file);
	} catch {
		rmSync(partial, { force: true });
	}
}

/** Gives the reserve up; true if there was one. */
export function spendReserve(dataDirectory: string): boolean {
	const file = fileOf(dataDirectory);
	const there = statSync(file, { throwIfNoEntry: false }) !== undefined;
	rmSync(file, { force: true });
	return there;
}
