import { closeSync, type FSWatcher, fstatSync, openSync, readSync, watch } from "node:fs";

const chunkBytes = 128 * 1024;
/** Between two slices other work gets its turn; a flood must not hold the event loop. */
const sliceMs = 12;

/** Reads a file that another process appends to. */
export interface FileFollower {
	/** bytes handed on so far */
	readonly bytes: number;
	/** reads what is new before `limit` (a byte of the file), at most one slice; @returns whether more is there */
	readSlice(limit: number): boolean;
	/** size of the file now, read or not */
	size(): number;
	close(): void;
}

/**
 * @param onBytes gets each chunk; the buffer is reused, so keep a copy
 * @param onWake the file changed (by inotify or its like; may come late or never, so look by a timer too)
 */
export function followFile(
	path: string,
	onBytes: (chunk: Buffer) => void,
	onWake?: () => void,
): FileFollower {
	const descriptor = openSync(path, "r");
	const buffer = Buffer.allocUnsafe(chunkBytes);
	let position = 0;
	let watcher: FSWatcher | null = null;
	if (onWake) {
		try {
			watcher = watch(path, { persistent: false }, onWake);
			// out of watches: the caller's timer still finds everything
			watcher.on("error", () => {});
		} catch {
			watcher = null;
		}
	}
	return {
		get bytes() {
			return position;
		},
		readSlice(limit) {
			const until = performance.now() + sliceMs;
			while (position < limit) {
				const count = readSync(descriptor, buffer, 0, Math.min(chunkBytes, limit - position), position);
				if (count === 0) return false;
				position += count;
				onBytes(buffer.subarray(0, count));
				if (performance.now() > until) return true;
			}
			return false;
		},
		size: () => fstatSync(descriptor).size,
		close() {
			watcher?.close();
			closeSync(descriptor);
		},
	};
}
