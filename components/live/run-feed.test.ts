import { expect, test } from "vitest";
import { foldRun } from "@/server/domain/fold-run.ts";
import type { RunEvent, StoredRunEvent } from "@/server/domain/run-event.ts";
import { RunFeed, type RunSource } from "./run-feed.ts";

const created: RunEvent = {
	kind: "run.created",
	runId: "R",
	number: 1,
	projectId: "P",
	projectName: "lantern",
	protocol: "hoh",
	options: {
		loops: 5,
		planUpdate: true,
		evidenceFeedback: true,
		warmStart: true,
		earlyStop: false,
		waitForReset: true,
	},
	bindings: {},
	configHash: "c",
};
const history: StoredRunEvent[] = [
	{ seq: 1, at: 1, event: created },
	...[1, 2, 3, 4].map((loop) => ({
		seq: loop + 1,
		at: loop + 1,
		event: { kind: "loop.started", loop } satisfies RunEvent,
	})),
];

/** A daemon whose snapshot stands at `known` events and whose watch is driven by hand. */
function daemon(known: number) {
	const watches: { after: number; event: (stored: StoredRunEvent) => void; open: boolean }[] = [];
	const state = { known, snapshots: 0 };
	const source: RunSource = {
		snapshot: async () => {
			state.snapshots++;
			return foldRun(history.slice(0, state.known));
		},
		watch: (after, on) => {
			const watch = { after, event: on.event, open: true };
			watches.push(watch);
			return {
				unsubscribe: () => {
					watch.open = false;
				},
			};
		},
	};
	return { state, source, watches };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const stored = (seq: number) => history[seq - 1] as StoredRunEvent;

test("goes on after the snapshot's cursor and folds what comes", async () => {
	const { source, watches } = daemon(2);
	const feed = new RunFeed(source);
	feed.subscribe(() => {});
	await settled();
	expect(watches[0]?.after).toBe(2);
	watches[0]?.event(stored(3));
	expect(feed.getSnapshot().view?.loop).toBe(2);
	expect(feed.getSnapshot().view?.seq).toBe(3);
});

test("an event that is known already changes nothing", async () => {
	const { source, watches } = daemon(3);
	const feed = new RunFeed(source);
	feed.subscribe(() => {});
	await settled();
	const before = feed.getSnapshot().view;
	watches[0]?.event(stored(2));
	expect(feed.getSnapshot().view).toBe(before);
});

test("a hole is healed by a new snapshot, never folded over", async () => {
	const { source, watches, state } = daemon(2);
	const feed = new RunFeed(source);
	feed.subscribe(() => {});
	await settled();
	state.known = 5;
	watches[0]?.event(stored(5));
	expect(feed.getSnapshot().view?.seq).toBe(2);
	await settled();
	expect(state.snapshots).toBe(2);
	expect(watches[0]?.open).toBe(false);
	expect(watches[1]?.after).toBe(5);
	expect(feed.getSnapshot().view?.rows.map((row) => row.loop)).toEqual([1, 2, 3, 4]);
});

test("a burst is one redraw, and nobody listens when nobody looks", async () => {
	const { source, watches } = daemon(1);
	const feed = new RunFeed(source);
	let redraws = 0;
	const leave = feed.subscribe(() => {
		redraws++;
	});
	await settled();
	redraws = 0;
	for (const seq of [2, 3, 4, 5]) watches[0]?.event(stored(seq));
	await settled();
	expect(redraws).toBe(1);
	leave();
	expect(watches[0]?.open).toBe(false);
});
