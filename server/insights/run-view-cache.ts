import { DomainError } from "../domain/errors.ts";
import { foldRun, foldRunEvent } from "../domain/fold-run.ts";
import type { RunView } from "../domain/run-view.ts";
import { lastSeq, readRunEvents } from "../store/events.ts";
import type { Store } from "../store/open.ts";

/** Folded runs that stay in memory; a page of the Runs table fits. */
const capacity = 50;
/** Events folded before other work gets its turn. */
const slice = 2000;

interface Entry {
	view: RunView | null;
	/** the reader at work, so that two askers fold once */
	reading: Promise<RunView> | null;
}

/** One cache per database; it dies with the store. */
const caches = new WeakMap<Store, Map<string, Entry>>();

/**
 * A run folded up to its last event. Resumes where the last call stopped, so the cost is the news alone.
 * @throws DomainError `not_found`
 */
export function runViewOf(store: Store, runId: string): Promise<RunView> {
	const cache = caches.get(store) ?? new Map<string, Entry>();
	caches.set(store, cache);
	const entry = cache.get(runId) ?? { view: null, reading: null };
	cache.delete(runId);
	cache.set(runId, entry);
	if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
	entry.reading ??= advance(store, runId, entry).finally(() => {
		entry.reading = null;
	});
	return entry.reading;
}

async function advance(store: Store, runId: string, entry: Entry): Promise<RunView> {
	for (;;) {
		const events = readRunEvents(store, runId, entry.view?.seq ?? 0, slice);
		const view: RunView | null = entry.view;
		if (events.length > 0) entry.view = view ? events.reduce(foldRunEvent, view) : foldRun(events);
		if (events.length < slice) break;
		await new Promise<void>((resolve) => setImmediate(resolve));
	}
	if (!entry.view) throw missing(store, runId);
	return entry.view;
}

function missing(store: Store, runId: string): DomainError {
	if (lastSeq(store, runId) !== null) {
		return new DomainError("infrastructure", `The run ${runId} has no first event: its log is damaged.`);
	}
	return new DomainError("not_found", `There is no run ${runId}: \`fuseline runs\` lists them.`);
}
