import { describe, expect, it } from "vitest";
import type { LogEntry, LogPage } from "../../server/domain/views.ts";
import { appendLive, appendPage, openWindow, prependPage, windowShare } from "./log-window.ts";

const entry = (seq: number): LogEntry => ({
	seq,
	at: seq,
	invocationId: "I",
	loop: 1,
	role: "developer",
	event: { type: "note", text: `${seq}` },
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => entry(from + i));
const page = (from: number, to: number, total = 100, firstSeq = 1, lastSeq = 100): LogPage => ({
	entries: range(from, to),
	total,
	firstSeq,
	lastSeq,
});
const span = (entries: LogEntry[]) => [entries[0]?.seq, entries.at(-1)?.seq, entries.length];

describe("log window", () => {
	it("opens at the tail and knows it", () => {
		const window = openWindow(page(81, 100));
		expect(window).toMatchObject({ atStart: false, atEnd: true, total: 100 });
	});

	it("grows both ways without doubles and gives up the far side", () => {
		let window = openWindow(page(41, 60));
		window = prependPage(window, page(31, 45), 25);
		expect(span(window.entries)).toEqual([31, 55, 25]);
		expect(window.atEnd).toBe(false);
		window = appendPage(window, page(50, 70), 25);
		expect(span(window.entries)).toEqual([46, 70, 25]);
		expect(window.atStart).toBe(false);
	});

	it("reaches the start", () => {
		const window = prependPage(openWindow(page(11, 20)), page(1, 10));
		expect(window).toMatchObject({ atStart: true, atEnd: false });
	});

	it("lets live entries join only at the end, but counts them always", () => {
		const atEnd = appendLive(openWindow(page(91, 100)), [entry(100), entry(101)]);
		expect(span(atEnd.entries)).toEqual([91, 101, 11]);
		expect(atEnd.total).toBe(101);
		const above = appendLive(openWindow(page(1, 10)), [entry(101)]);
		expect(span(above.entries)).toEqual([1, 10, 10]);
		expect(above).toMatchObject({ total: 101, lastSeq: 101, atEnd: false });
	});

	it("starts from nothing", () => {
		const none: LogPage = { entries: [], total: 0, firstSeq: null, lastSeq: null };
		const window = appendLive(openWindow(none), [entry(7)]);
		expect(window).toMatchObject({ total: 1, firstSeq: 7, lastSeq: 7, atEnd: true });
		expect(windowShare(openWindow(none))).toEqual({ from: 0, to: 1 });
	});

	it("says where it lies", () => {
		const share = windowShare(openWindow(page(51, 100, 100, 1, 101)));
		expect(share.from).toBeCloseTo(0.5);
		expect(share.to).toBeCloseTo(0.99);
	});
});
