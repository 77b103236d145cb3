import { expect, it } from "vitest";
import type { LogEntry, LogPage } from "../../server/domain/views.ts";
import { LogReader, type LogRequest } from "./log-reader.ts";

const entry = (seq: number, type: "note" | "message" = "note"): LogEntry => ({
	seq,
	at: seq,
	invocationId: "I",
	loop: 1,
	role: "developer",
	event: { type, text: `${seq}` },
});

/** A log of `count` entries behind the same questions as the API's. */
function logOf(count: number) {
	const all = Array.from({ length: count }, (_, index) => entry(index + 1));
	const asked: LogRequest[] = [];
	let tell: (entries: LogEntry[]) => void = () => {};
	let watchedFrom: number | null = null;
	return {
		asked,
		tell: (entries: LogEntry[]) => tell(entries),
		watchedFrom: () => watchedFrom,
		source: {
			async page(request: LogRequest): Promise<LogPage> {
				asked.push(request);
				const { before, after, offset, limit } = request;
				const found =
					offset !== undefined
						? all.slice(offset, offset + limit)
						: before != null
							? all.filter((one) => one.seq < before).slice(-limit)
							: all.filter((one) => one.seq > (after ?? 0)).slice(0, limit);
				return { entries: found, total: count, firstSeq: 1, lastSeq: count };
			},
			watch(after: number, onEntries: (entries: LogEntry[]) => void) {
				watchedFrom = after;
				tell = onEntries;
				return () => {
					tell = () => {};
				};
			},
		},
	};
}
const seqs = (reader: LogReader) => {
	const { entries } = reader.get().window;
	return [entries[0]?.seq, entries.at(-1)?.seq];
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

it("opens at the tail, pages upwards, and follows live from the last known entry", async () => {
	const log = logOf(1000);
	const reader = new LogReader(log.source, undefined, null);
	const stop = reader.start();
	await settle();
	expect(seqs(reader)).toEqual([701, 1000]);
	await reader.older();
	expect(seqs(reader)).toEqual([401, 1000]);
	expect(log.watchedFrom()).toBe(1000);
	log.tell([entry(1001), entry(1002)]);
	log.tell([entry(1003)]);
	await settle();
	expect(seqs(reader)).toEqual([401, 1003]);
	expect(reader.get().window.total).toBe(1003);
	stop();
});

it("jumps to a seq and to a share, and asks nothing at the edges", async () => {
	const log = logOf(1000);
	const reader = new LogReader(log.source, undefined, 500);
	const stop = reader.start();
	await settle();
	expect(seqs(reader)).toEqual([500, 799]);
	await reader.jumpToShare(0);
	expect(seqs(reader)).toEqual([1, 300]);
	const before = log.asked.length;
	await reader.older();
	expect(log.asked.length).toBe(before);
	stop();
});

it("keeps live entries of other types out", async () => {
	const log = logOf(2);
	const reader = new LogReader(log.source, ["note"], null);
	const stop = reader.start();
	await settle();
	log.tell([entry(3, "message"), entry(4)]);
	await settle();
	expect(seqs(reader)).toEqual([1, 4]);
	expect(reader.get().window.total).toBe(3);
	stop();
});

it("says that it failed and recovers", async () => {
	const log = logOf(5);
	let broken = true;
	const reader = new LogReader(
		{
			...log.source,
			page: (request) =>
				broken ? Promise.reject(new Error("daemon not reached")) : log.source.page(request),
		},
		undefined,
		null,
	);
	const stop = reader.start();
	await settle();
	expect(reader.get()).toMatchObject({ status: "failed", busy: false });
	broken = false;
	await reader.toEnd();
	expect(reader.get()).toMatchObject({ status: "ready", error: null });
	stop();
});

it("lets a jump overtake a page that is on its way", async () => {
	const log = logOf(1000);
	const reader = new LogReader(log.source, undefined, null);
	const stop = reader.start();
	await settle();
	const page = reader.older();
	const jump = reader.jump(100);
	await Promise.all([page, jump]);
	expect(seqs(reader)).toEqual([100, 399]);
	expect(reader.get().busy).toBe(false);
	stop();
});
