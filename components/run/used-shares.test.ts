import { expect, test } from "vitest";
import type { LoopRow } from "@/server/domain/run-view.ts";
import { usedShares } from "./used-shares.ts";

const rows = [
	{
		usage: { developer: { input: 400, cacheRead: null, cacheWrite: null, output: 100, costUsd: 0.5 } },
		calls: { developer: 2 },
	},
] as unknown as LoopRow[];

test("the fullest budget comes first; budgets that aren't set don't count", () => {
	const view = { rows, startedAt: 0, endedAt: null };
	expect(usedShares(view, { tokens: 1000, wallMinutes: 10 }, 8 * 60_000)).toEqual([
		{ label: "time budget", share: 0.8 },
		{ label: "token budget", share: 0.5 },
	]);
	expect(usedShares(view, { invocations: 1, costUsd: 1 }, 0)).toEqual([
		{ label: "call budget", share: 2 },
		{ label: "cost budget", share: 0.5 },
	]);
	expect(usedShares(view, {}, 0)).toEqual([]);
});

test("a finished run's time stands still", () => {
	const view = { rows: [], startedAt: 0, endedAt: 60_000 };
	expect(usedShares(view, { wallMinutes: 2 }, 9e9)).toEqual([{ label: "time budget", share: 0.5 }]);
});
