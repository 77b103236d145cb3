import type { BigIntStats } from "node:fs";

/** What was read of a file when it had exactly these facts. */
export interface CachedFile {
	sha256: string;
	/** git's blob id of the same bytes */
	git: string;
}

/** Spares reading files that didn't change since they were hashed. Lives as long as its process; may be thrown away. */
export interface StatCache {
	find(path: string, stat: BigIntStats): CachedFile | null;
	/** @param readAt wall clock in ms from before the file was opened */
	keep(path: string, stat: BigIntStats, file: CachedFile, readAt: number): void;
	/** forgets paths that a finished walk did not see */
	retain(paths: ReadonlySet<string>): void;
}

/** A change within the clock's grain of our reading may leave the same times; such files are read again. */
const grainMs = 50n;

export function createStatCache(): StatCache {
	const known = new Map<string, { facts: string; file: CachedFile; readAt: bigint }>();
	return {
		find(path, stat) {
			const found = known.get(path);
			if (!found || found.facts !== factsOf(stat)) return null;
			return stat.ctimeNs / 1_000_000n + grainMs < found.readAt ? found.file : null;
		},
		keep(path, stat, file, readAt) {
			known.set(path, { facts: factsOf(stat), file, readAt: BigInt(Math.floor(readAt)) });
		},
		retain(paths) {
			for (const path of known.keys()) if (!paths.has(path)) known.delete(path);
		},
	};
}

function factsOf(stat: BigIntStats): string {
	return `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.mode}`;
}
