import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { freeBytesAt, minFreeBytes } from "../process/free-space.ts";
import { keepReserve } from "../process/reserve.ts";
import { withReserve } from "../process/storage-fault.ts";

/** The daemon's eye on the disk of the data directory; each runner has its own (`runner/space-watch.ts`). */
export interface SpaceGuard {
	/** so little is free that writes of a runner may have been refused */
	isOut(): boolean;
	/** in a sentence */
	reason(): string;
	/** a short write that is tried again with the reserve given up if the disk is full */
	record<T>(write: () => T): T;
	stop(): void;
}

const lookEveryMs = 5_000;
/** without a threshold of the user's: room for a commit of some megabytes */
const leastBytes = 8_000_000;

export function guardSpace(config: Config, log: Log): SpaceGuard {
	const least = minFreeBytes(config, config.dataDirectory);
	let low = false;
	const free = () => freeBytesAt(config.dataDirectory);
	const look = () => {
		const bytes = free();
		if (bytes === null) return;
		const isLow = bytes < least;
		if (isLow !== low) {
			log[isLow ? "warn" : "info"](
				isLow ? "the disk is nearly full: runs pause" : "the disk has room again",
				{
					freeBytes: bytes,
					neededBytes: least,
				},
			);
		}
		low = isLow;
		// given up in an emergency, made again when there is room
		if (bytes >= Math.max(least, leastBytes * 2)) keepReserve(config.dataDirectory);
	};
	look();
	const timer = setInterval(look, lookEveryMs);
	timer.unref();
	return {
		isOut: () => (free() ?? Number.POSITIVE_INFINITY) < Math.max(least / 2, leastBytes),
		reason: () =>
			`Paused (infrastructure): its runner ended while only ${((free() ?? 0) / 1_000_000).toFixed(1)} MB were free on the disk of ${config.dataDirectory}. Free some space (\`fuseline gc\`), then resume.`,
		record: (write) => withReserve(config.dataDirectory, write),
		stop: () => clearInterval(timer),
	};
}
