import type { Config } from "../config.ts";
import { freeBytesAt, isDiskFull, minFreeBytes } from "../process/free-space.ts";
import type { StatusChange } from "../store/run-status.ts";

/** Free space on the disk of the data directory, looked at while a run works. */
export interface SpaceWatch {
	/** why the run should pause at its next step; null = there is room */
	low(): StatusChange | null;
	/** why the call under way should end too: what is left may not last until its end */
	critical(): StatusChange | null;
	/** why what has just failed proves nothing: there is no room, whatever the threshold */
	none(): StatusChange | null;
}

/** `low` below the threshold, `critical` below half of it. A threshold of 0 switches both off; a full disk is seen all the same. */
export function watchSpace(host: Config): SpaceWatch {
	const least = minFreeBytes(host, host.dataDirectory);
	const below = (limit: number): StatusChange | null => {
		const free = freeBytesAt(host.dataDirectory);
		if (free === null || free >= limit) return null;
		return {
			status: "paused",
			detail: `Paused (infrastructure): ${megabytes(free)} are free on the disk of ${host.dataDirectory}, and runs need ${megabytes(least)}. Free some space (\`fuseline gc\`), then resume.`,
		};
	};
	const full: StatusChange = {
		status: "paused",
		detail: `Paused (infrastructure): the disk of ${host.dataDirectory} is full (no bytes or no inodes left), so what failed on it is not judged. Free some space (\`fuseline gc\`), then resume.`,
	};
	return {
		low: () => below(least),
		critical: () => below(least / 2),
		none: () => below(least) ?? (isDiskFull(host.dataDirectory) ? full : null),
	};
}

function megabytes(bytes: number): string {
	return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}
