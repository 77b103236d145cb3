const key = "lantern.best";

/** Best results by level number, as this device remembers them. A device that remembers nothing gives none. */
export function readBest(storage = globalThis.localStorage) {
	try {
		const kept = JSON.parse(storage.getItem(key) ?? "{}");
		return Object.fromEntries(
			Object.entries(kept).filter(([, moves]) => Number.isInteger(moves) && moves > 0),
		);
	} catch {
		return {};
	}
}

/** Keeps a result if it is the best so far; gives the best. */
export function keepBest(number, moves, storage = globalThis.localStorage) {
	const best = readBest(storage);
	const result = Math.min(moves, best[number] ?? moves);
	try {
		storage.setItem(key, JSON.stringify({ ...best, [number]: result }));
	} catch {
		// private windows may refuse: the game goes on without a memory
	}
	return result;
}
