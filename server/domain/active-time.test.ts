import { describe, expect, it } from "vitest";
import { loopWork, runTime } from "./active-time.ts";
import type { RunView } from "./run-view.ts";

const run = (more: Partial<RunView>) =>
	({ startedAt: 1_000, endedAt: null, activeMs: 0, activeSince: null, ...more }) as RunView;

describe("runTime", () => {
	it.each([
		["not begun", run({ startedAt: null }), null],
		["at work all the time", run({ activeSince: 1_000 }), { workMs: 9_000, pausedMs: 0 }],
		["paused at 4 s", run({ activeMs: 3_000 }), { workMs: 3_000, pausedMs: 6_000 }],
		["went on at 8 s", run({ activeMs: 3_000, activeSince: 8_000 }), { workMs: 5_000, pausedMs: 4_000 }],
		["ended", run({ activeMs: 3_000, endedAt: 6_000 }), { workMs: 3_000, pausedMs: 2_000 }],
	])("%s", (_, view, expected) => {
		expect(runTime(view, 10_000)).toEqual(expected);
	});
});

it("a loop's work ends where the next one begins, the last one's where the run stands", () => {
	const rows = [1, 2].map((loop) => ({ loop, activeBefore: (loop - 1) * 2_000 })) as RunView["rows"];
	const view = run({ rows, activeMs: 3_000 });
	expect(loopWork(view, 1)).toEqual({ ms: 2_000, since: null });
	expect(loopWork(view, 2)).toEqual({ ms: 1_000, since: null });
	expect(loopWork({ ...view, activeSince: 7_000 }, 2)).toEqual({ ms: 1_000, since: 7_000 });
	expect(loopWork(view, 3)).toBeNull();
});
