import type { LogEntry, LogPage } from "@/server/domain/views.ts";

/**
 * The part of a log that the page holds: a contiguous window of matching entries in the order of `seq`. A log of a
 * million lines is never loaded whole; the window moves over it and gives up its far side.
 */
export interface LogWindow {
	entries: LogEntry[];
	/** nothing older / newer matches, as far as we were told */
	atStart: boolean;
	atEnd: boolean;
	/** exact number of matching entries in the whole log */
	total: number;
	firstSeq: number | null;
	lastSeq: number | null;
}

export const emptyWindow: LogWindow = {
	entries: [],
	atStart: false,
	atEnd: false,
	total: 0,
	firstSeq: null,
	lastSeq: null,
};

/** Entries kept at once; more than a screen needs in any direction, little for the browser. */
export const windowLimit = 3000;

/** A page that was asked for on its own (first load, jump): `from` says on which side it was cut. */
export function openWindow(page: LogPage): LogWindow {
	return withBounds({ ...emptyWindow, entries: page.entries }, page);
}

/** Older entries in front; the newest are given up beyond the limit. */
export function prependPage(window: LogWindow, page: LogPage, limit = windowLimit): LogWindow {
	const first = window.entries[0]?.seq ?? Number.POSITIVE_INFINITY;
	const older = page.entries.filter((entry) => entry.seq < first);
	const merged = [...older, ...window.entries].slice(0, limit);
	return withBounds({ ...window, entries: merged, atStart: older.length === 0 }, page);
}

/** Newer entries behind; the oldest are given up beyond the limit. */
export function appendPage(window: LogWindow, page: LogPage, limit = windowLimit): LogWindow {
	const last = window.entries.at(-1)?.seq ?? 0;
	const newer = page.entries.filter((entry) => entry.seq > last);
	const merged = [...window.entries, ...newer].slice(-limit);
	return withBounds({ ...window, entries: merged, atEnd: newer.length === 0 }, page);
}

/**
 * Live entries. They join the window only if it reaches to the end, else they are only counted: a person who reads
 * far above isn't moved. `live` must hold matching entries only.
 */
export function appendLive(window: LogWindow, live: LogEntry[], limit = windowLimit): LogWindow {
	const known = window.lastSeq ?? 0;
	const fresh = live.filter((entry) => entry.seq > known);
	if (fresh.length === 0) return window;
	const joins = window.atEnd || window.total === 0;
	return {
		...window,
		entries: joins ? [...window.entries, ...fresh].slice(-limit) : window.entries,
		atStart: window.atStart && window.entries.length + fresh.length <= limit,
		atEnd: joins,
		total: window.total + fresh.length,
		firstSeq: window.firstSeq ?? fresh[0]?.seq ?? null,
		lastSeq: fresh.at(-1)?.seq ?? window.lastSeq,
	};
}

/** Where the window lies in the whole log, 0…1, by seq: for the position bar. */
export function windowShare(window: LogWindow): { from: number; to: number } {
	const { firstSeq, lastSeq, entries } = window;
	const first = entries[0]?.seq;
	const last = entries.at(-1)?.seq;
	if (firstSeq === null || lastSeq === null || first === undefined || last === undefined)
		return { from: 0, to: 1 };
	const length = Math.max(1, lastSeq - firstSeq);
	return { from: (first - firstSeq) / length, to: (last - firstSeq) / length };
}

function withBounds(window: LogWindow, page: LogPage): LogWindow {
	// Live entries may have told of newer ones than this page, which was read a moment earlier.
	const lastSeq = Math.max(page.lastSeq ?? 0, window.lastSeq ?? 0) || null;
	const total = Math.max(page.total, window.total);
	const first = window.entries[0]?.seq;
	const last = window.entries.at(-1)?.seq;
	return {
		...window,
		total,
		firstSeq: page.firstSeq,
		lastSeq,
		atStart: first === undefined || page.firstSeq === null || first <= page.firstSeq,
		atEnd: last === undefined || lastSeq === null || last >= lastSeq,
	};
}
