import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { activeTime, runTime } from "../../server/domain/active-time.ts";
import { statusChanges } from "../../server/store/budget-events.ts";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const { probes: _, serve: __, ...checked } = tinyProject;

test("time in which nobody had the run is no time at work: on its page, and for its budgets", async () => {
	const world = makeWorld();
	try {
		const entries = tinyEntries(() => 3, 1);
		const developer = entries.find((entry) => (entry as { role: string }).role === "developer") as {
			steps: unknown[];
		};
		developer.steps.unshift({ sleep: { ms: 1_500 } });
		const runId = await world.queue({ project: checked, scenario: { id: "tiny", entries } });
		const { child } = world.runner(runId);
		const begun = () =>
			world.store.db.prepare("SELECT 1 FROM Invocation WHERE role = 'developer' AND pid IS NOT NULL").get();
		while (begun() === undefined) await sleep(20);
		child.kill("SIGKILL");
		await once(child, "exit");
		await sleep(3_000);
		expect(await world.runner(runId).finished).toBe(0);
		const view = world.view(runId);
		expect(view).toMatchObject({ status: "ended", endCause: "completed" });
		const time = runTime(view, Date.now());
		expect(time?.pausedMs).toBeGreaterThanOrEqual(3_000);
		expect(view.notices.map(({ text }) => text)).toContainEqual(
			expect.stringMatching(/^Its runner had died; another took it up \d+ s after its last sign of life\.$/),
		);
		const counted = activeTime(statusChanges(world.store, runId), 0, Date.now());
		expect(Math.abs(counted - (time?.workMs ?? 0))).toBeLessThan(50);
	} finally {
		world.close();
	}
});
