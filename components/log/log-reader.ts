import type { LogEntry, LogPage } from "@/server/domain/views.ts";
import type { LogType } from "./log-rows";
import { appendLive, appendPage, emptyWindow, type LogWindow, openWindow, prependPage } from "./log-window";

export interface LogRequest {
	before?: number | null;
	after?: number | null;
	offset?: number;
	limit: number;
}

export interface LogSource {
	page(request: LogRequest): Promise<LogPage>;
	/** calls back with new entries after the cursor until the returned function is called */
	watch(after: number, onEntries: (entries: LogEntry[]) => void): () => void;
}

export type Standing = "start" | "middle" | "end";

export interface LogState {
	window: LogWindow;
	status: "loading" | "ready" | "failed";
	error: Error | null;
	/** a page is on its way; at most one at a time */
	busy: boolean;
	/** the last move to another place (counted), and where in the new window the reader should stand */
	opened: { count: number; at: Standing };
}

export const pageSize = 300;

/**
 * Moves a window over a log: pages on demand, live entries as they come (once per animation frame, so that a flood
 * costs one render). Not a hook, so that it can be tried without a browser.
 */
export class LogReader {
	private state: LogState = {
		window: emptyWindow,
		status: "loading",
		error: null,
		busy: false,
		opened: { count: 0, at: "end" },
	};
	private readonly listeners = new Set<() => void>();
	private readonly source: LogSource;
	private readonly types: ReadonlySet<LogType> | null;
	private startAt: number | null;
	private unwatch: (() => void) | null = null;
	private started = false;
	/** counts the moves to another place; what an earlier one asked for is dropped when it comes */
	private place = 0;
	private pending: LogEntry[] = [];
	private frame: ReturnType<typeof setTimeout> | null = null;

	constructor(source: LogSource, types: LogType[] | undefined, startAt: number | null) {
		this.source = source;
		this.types = types ? new Set(types) : null;
		this.startAt = startAt;
	}

	get = (): LogState => this.state;
	subscribe = (listener: () => void): (() => void) => {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	};

	/** First page and live tail; the returned function ends both. */
	start(): () => void {
		this.started = true;
		void (this.startAt === null ? this.toEnd() : this.jump(this.startAt));
		return () => {
			this.started = false;
			this.unwatch?.();
			this.unwatch = null;
			if (this.frame !== null) clearTimeout(this.frame);
			this.frame = null;
		};
	}

	toEnd(): Promise<void> {
		return this.open({ before: Number.MAX_SAFE_INTEGER, limit: pageSize }, "end");
	}
	/** Opens the window at `seq`, or at the next matching entry after it. */
	jump(seq: number): Promise<void> {
		return this.open({ after: Math.max(0, seq - 1), limit: pageSize }, "start");
	}
	/** Opens the window at a share (0…1) of all matching entries. */
	jumpToShare(share: number): Promise<void> {
		const offset = Math.max(0, Math.floor(this.state.window.total * share) - pageSize / 2);
		return this.open({ offset, limit: pageSize }, "middle");
	}
	older(): Promise<void> {
		const first = this.state.window.entries[0]?.seq;
		if (first === undefined || this.state.window.atStart) return Promise.resolve();
		return this.grow({ before: first, limit: pageSize }, prependPage);
	}
	newer(): Promise<void> {
		const last = this.state.window.entries.at(-1)?.seq;
		if (last === undefined || this.state.window.atEnd) return Promise.resolve();
		return this.grow({ after: last, limit: pageSize }, appendPage);
	}

	/** Opens the window elsewhere; overtakes whatever is on its way. */
	private open(request: LogRequest, at: Standing): Promise<void> {
		this.place++;
		return this.load(request, (_window, page) => openWindow(page), at);
	}

	/** Grows the window; one page at a time. */
	private grow(request: LogRequest, merge: (window: LogWindow, page: LogPage) => LogWindow): Promise<void> {
		return this.state.busy ? Promise.resolve() : this.load(request, merge);
	}

	private async load(
		request: LogRequest,
		merge: (window: LogWindow, page: LogPage) => LogWindow,
		at: Standing | null = null,
	): Promise<void> {
		const { place } = this;
		this.set({ busy: true });
		try {
			const page = await this.source.page(request);
			if (place !== this.place) return;
			this.startAt = null;
			if (this.started) {
				this.unwatch ??= this.source.watch(page.lastSeq ?? 0, (entries) => this.live(entries));
			}
			const opened = at === null ? this.state.opened : { count: this.place, at };
			this.set({ window: merge(this.state.window, page), status: "ready", error: null, busy: false, opened });
		} catch (cause) {
			if (place !== this.place) return;
			const error = cause instanceof Error ? cause : new Error(String(cause));
			this.set({ status: this.state.status === "ready" ? "ready" : "failed", error, busy: false });
		}
	}

	private live(entries: LogEntry[]): void {
		const { types } = this;
		this.pending.push(...(types ? entries.filter((entry) => types.has(entry.event.type)) : entries));
		if (this.pending.length > 0) this.frame ??= setTimeout(() => this.flush(), 33);
	}

	private flush(): void {
		this.frame = null;
		const entries = this.pending;
		this.pending = [];
		this.set({ window: appendLive(this.state.window, entries) });
	}

	private set(change: Partial<LogState>): void {
		this.state = { ...this.state, ...change };
		for (const listener of this.listeners) listener();
	}
}
