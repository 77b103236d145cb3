import { expect, it } from "vitest";
import { runStatuses } from "./run.ts";
import { canAnswer, canPause, canResume, canStop, canTransition, isEnded } from "./run-machine.ts";

it("never leaves the end, and can reach it from everywhere", () => {
	for (const status of runStatuses) {
		expect(canTransition("ended", status)).toBe(false);
		if (status !== "ended") expect(canTransition(status, "ended")).toBe(true);
		expect(isEnded(status)).toBe(status === "ended");
	}
});

it.each([
	["queued", "running", true],
	["queued", "paused", false],
	["running", "pausing", true],
	["pausing", "paused", true],
	["paused", "running", true],
	["paused", "pausing", false],
	["needs_input", "running", true],
	["waiting", "running", true],
	["stopping", "running", false],
	["suspended", "running", true],
	["quarantined", "running", true],
	["running", "queued", false],
	["running", "running", true],
] as const)("%s → %s: %s", (from, to, allowed) => {
	expect(canTransition(from, to)).toBe(allowed);
});

it("offers a person only what can work", () => {
	const offered = (test: (status: (typeof runStatuses)[number]) => boolean) => runStatuses.filter(test);
	expect(offered(canPause)).toEqual(["running", "waiting"]);
	expect(offered(canResume)).toEqual(["pausing", "paused", "suspended", "quarantined"]);
	expect(offered(canAnswer)).toEqual(["needs_input"]);
	expect(offered((status) => !canStop(status))).toEqual(["stopping", "ended"]);
	for (const status of offered(canResume)) expect(canTransition(status, "running")).toBe(true);
	for (const status of offered(canPause)) expect(canTransition(status, "pausing")).toBe(true);
});
