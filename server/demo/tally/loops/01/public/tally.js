/** Strokes in groups: every full five is one gate, the rest are single strokes. */
export function groups(count) {
	const full = Array(Math.floor(count / 5)).fill(5);
	return count % 5 === 0 ? full : [...full, count % 5];
}

/** The counters after a stroke more (1) or less (-1) on one of them; never below none. */
export function change(counters, index, by) {
	return counters.map((counter, at) =>
		at === index ? { ...counter, count: Math.max(0, counter.count + by) } : counter,
	);
}

export function sum(counters) {
	return counters.reduce((all, counter) => all + counter.count, 0);
}
