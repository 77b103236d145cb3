import { statfsSync } from "node:fs";

const megabyte = 1_000_000;

/** What others may fill of a disk that an ordinary user can still write; null where the system doesn't say. */
export function freeBytesAt(directory: string): number | null {
	try {
		const { bavail, bsize } = statfsSync(directory);
		return bavail * bsize;
	} catch {
		return null;
	}
}

/**
 * Whether nothing more can be written at all: no room for even a small file, or no inode for it. A file system without a
 * fixed number of inodes says 0 of 0. False where the system doesn't say.
 */
export function isDiskFull(directory: string): boolean {
	try {
		const { bavail, bsize, files, ffree } = statfsSync(directory);
		return bavail * bsize < 64 * 1024 || (files > 0 && ffree < 8);
	} catch {
		return false;
	}
}

/**
 * Free space below which runs pause: what is set, else the larger of 500 MB and 1 % of the disk, and at most 5 GB: a
 * large disk that is 99 % full still has room for days of work.
 */
export function minFreeBytes(settings: { minFreeMegabytes: number | null }, directory: string): number {
	if (settings.minFreeMegabytes !== null) return settings.minFreeMegabytes * megabyte;
	let size = 0;
	try {
		const { blocks, bsize } = statfsSync(directory);
		size = blocks * bsize;
	} catch {
		// the smaller threshold then
	}
	return Math.max(500 * megabyte, Math.min(size / 100, 5_000 * megabyte));
}
