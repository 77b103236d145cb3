import { setTimeout as sleep } from "node:timers/promises";
import { readLiveness } from "../../../server/store/run-heads.ts";
import { startTestDaemon } from "../../support/daemon.ts";
import { makeWorld } from "../../support/world.ts";
import { until } from "../dashboard.ts";
import { atMost, type Measure } from "../measure.ts";
import { residentMegabytes } from "../resident.ts";

/** What the daemon holds when nothing happens, and a runner that waits for its program. */
export const memory: Measure = {
	name: "memory",
	summary: "resident memory at rest",
	async run() {
		const world = makeWorld();
		const environment = { HOME: `${world.root}/home` };
		try {
			const idle = await startTestDaemon(world.config.dataDirectory, environment);
			await sleep(10_000);
			const daemonIdle = residentMegabytes(idle.pid);
			await idle.stop();
			const runId = await world.queue({
				protocol: "vanilla",
				command: "echo hello; sleep 12",
			});
			const { child, finished } = world.runner(runId);
			await until("the call", 30_000, () => readLiveness(world.store, runId)?.runnerPid != null);
			await sleep(8_000);
			const runner = child.pid === undefined ? null : residentMegabytes(child.pid);
			await finished;
			return [
				atMost(
					"daemon at rest",
					daemonIdle,
					"MB",
					150,
					"without the pages' process, ten seconds after its start",
				),
				atMost("runner in a call", runner, "MB", 120),
			];
		} finally {
			world.close();
		}
	},
};
