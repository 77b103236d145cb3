import { foldRunEvent } from "@/server/domain/fold-run.ts";
import type { StoredRunEvent } from "@/server/domain/run-event.ts";
import type { RunView } from "@/server/domain/run-view.ts";

export interface RunFeedState {
	view: RunView | null;
	error: { message: string } | null;
}

/** What a feed needs of the daemon; a test hands in its own. */
export interface RunSource {
	snapshot(): Promise<RunView>;
	watch(
		after: number,
		on: { event: (stored: StoredRunEvent) => void; failed: (error: Error) => void },
	): { unsubscribe(): void };
}

const retryMs = 2000;

/**
 * One run, live: a snapshot and the events after its cursor, folded by the very function that the server folds with.
 * Old events are ignored and a hole is healed by a new snapshot, so a reconnect can neither double nor lose anything.
 */
export class RunFeed {
	private state: RunFeedState = { view: null, error: null };
	private listeners = new Set<() => void>();
	private subscription: { unsubscribe(): void } | null = null;
	private timer: ReturnType<typeof setTimeout> | null = null;
	private notified = false;
	private generation = 0;
	private readonly source: RunSource;

	constructor(source: RunSource) {
		this.source = source;
	}

	getSnapshot = (): RunFeedState => this.state;

	subscribe = (listener: () => void): (() => void) => {
		this.listeners.add(listener);
		if (this.listeners.size === 1) this.open();
		return () => {
			this.listeners.delete(listener);
			if (this.listeners.size === 0) this.close();
		};
	};

	/** Asks for a fresh snapshot and goes on from there. */
	restart = (): void => {
		this.close();
		if (this.listeners.size > 0) this.open();
	};

	private open(): void {
		const generation = ++this.generation;
		this.source.snapshot().then(
			(view) => {
				if (generation !== this.generation) return;
				const known = this.state.view;
				this.publish({ view: known && known.seq > view.seq ? known : view, error: null });
				this.follow(generation);
			},
			(error: Error) => {
				if (generation !== this.generation) return;
				this.publish({ ...this.state, error });
				this.retry();
			},
		);
	}

	private follow(generation: number): void {
		this.subscription = this.source.watch(this.state.view?.seq ?? 0, {
			event: (stored) => {
				if (generation === this.generation) this.take(stored);
			},
			failed: () => {
				if (generation === this.generation) this.retry();
			},
		});
	}

	private take(stored: StoredRunEvent): void {
		const view = this.state.view;
		if (view === null || stored.seq <= view.seq) return;
		if (stored.seq > view.seq + 1) {
			this.restart();
			return;
		}
		this.state = { view: foldRunEvent(view, stored), error: null };
		this.announce();
	}

	private retry(): void {
		this.close();
		if (this.listeners.size === 0) return;
		this.timer = setTimeout(() => this.open(), retryMs);
	}

	private close(): void {
		this.generation++;
		this.subscription?.unsubscribe();
		this.subscription = null;
		if (this.timer !== null) clearTimeout(this.timer);
		this.timer = null;
	}

	private publish(next: RunFeedState): void {
		this.state = next;
		this.announce();
	}

	/** A burst of events (the history of a long run) is one render. */
	private announce(): void {
		if (this.notified) return;
		this.notified = true;
		queueMicrotask(() => {
			this.notified = false;
			for (const listener of this.listeners) listener();
		});
	}
}
