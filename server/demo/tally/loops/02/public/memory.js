const key = "tally.counters";

/** What this device remembers, or what a new page starts with. */
export function read(first, storage = globalThis.localStorage) {
	try {
		const kept = JSON.parse(storage.getItem(key));
		const sound = (one) => typeof one.name === "string" && Number.isInteger(one.count) && one.count >= 0;
		return Array.isArray(kept) && kept.every(sound) ? kept : first;
	} catch {
		return first;
	}
}

export function keep(counters, storage = globalThis.localStorage) {
	try {
		storage.setItem(key, JSON.stringify(counters));
	} catch {
		// a private window may refuse: counting goes on
	}
}
