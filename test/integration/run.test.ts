import { afterAll, expect, test } from "vitest";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

test("hoh: a wrong count fails, its repair closes the issue, breaking it again regresses it", async () => {
	const counts = [3, 4, 3];
	const runId = await world.queue({
		project: tinyProject,
		options: { loops: 3 },
		scenario: { id: "tiny", entries: tinyEntries((loop) => counts[loop - 1] ?? 3, 3) },
	});
	const code = await world.runner(runId).finished;
	const view = world.view(runId);
	expect(code).toBe(0);
	expect(view.status).toBe("ended");
	expect(view.rows.map((row) => row.verdict?.status)).toEqual(["pass", "fail", "pass"]);
}, 120_000);
