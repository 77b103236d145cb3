import { expect, test } from "vitest";
import type { LoopRow } from "@/server/domain/run-view.ts";
import type { Usage } from "@/server/domain/usage.ts";
import { prepareTokensAmong } from "./prepare.ts";

const usage = (output: number): Usage => ({
	input: 0,
	cacheRead: 0,
	cacheWrite: 0,
	output,
	reasoning: null,
	costUsd: null,
	costOrigin: null,
	origin: "reported",
	partial: false,
});
const row = (loop: number, output: number | null): LoopRow =>
	({ loop, usage: output === null ? {} : { developer: usage(output) } }) as LoopRow;

test("sums up, leaves a gap where nothing is known, and says that it is a lower bound", () => {
	const data = prepareTokensAmong([{ rows: [row(1, 10), row(2, null), row(3, 5)] }], 0);
	expect(data?.points.map((point) => point.total)).toEqual([10, null, 15]);
	expect(data?.atLeast).toBe(true);
	expect(data?.sentence).toBe("At least 15 tokens after loop 3.");
});

test("the set shares its axes; a run without any known use has no picture", () => {
	const views = [{ rows: [row(1, 10)] }, { rows: [row(1, 900), row(2, 100)] }, { rows: [row(1, null)] }];
	expect(prepareTokensAmong(views, 0)).toMatchObject({ loops: 2, yMax: 1000 });
	expect(prepareTokensAmong(views, 2)).toBeNull();
});
