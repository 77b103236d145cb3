import { expect, test } from "vitest";
import type { Bus, Nudge } from "./context.ts";
import { nudged } from "./nudged.ts";

function testBus() {
	const listeners = new Set<(nudge: Nudge) => void>();
	const bus: Bus = {
		subscribe(_, listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
	const say = (runId: string, seq: number) => {
		for (const listener of listeners) listener({ runId, seq, status: "running" });
	};
	return { bus, say, listeners };
}

test("the first turn comes at once, later ones with news only", async () => {
	const { bus, say } = testBus();
	const news = nudged(bus, null, undefined);
	expect(await news.turn()).toEqual([]);
	let turned = false;
	const second = news.turn().then((moved) => {
		turned = true;
		return moved;
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(turned).toBe(false);
	say("a", 4);
	expect(await second).toEqual([{ runId: "a", seq: 4, status: "running" }]);
});

test("what happens between two turns is not lost, and only its last state is told", async () => {
	const { bus, say } = testBus();
	const news = nudged(bus, null, undefined);
	await news.turn();
	say("a", 1);
	say("b", 7);
	say("a", 2);
	expect((await news.turn())?.map(({ runId, seq }) => [runId, seq])).toEqual([
		["a", 2],
		["b", 7],
	]);
});

test("an abort ends the wait, and closing leaves no listener", async () => {
	const { bus, listeners } = testBus();
	const abort = new AbortController();
	const news = nudged(bus, null, abort.signal);
	await news.turn();
	const waiting = news.turn();
	abort.abort();
	expect(await waiting).toBeNull();
	news.close();
	expect(listeners.size).toBe(0);
});
