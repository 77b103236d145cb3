import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const { probes: _, serve: __, ...checked } = tinyProject;

/*
 * The live workspace can get lost between a freeze and the next loop: by a power cut (then it isn't believed), or by
 * somebody who tidies up. Copies are mounted where it lies, so its folder alone says nothing.
 */

/** Trees of a run of two loops whose runner dies after the first freeze; `lose`: and whose workspace is gone then. */
async function treesOf(lose: boolean): Promise<string[]> {
	const world = makeWorld();
	try {
		const runId = await world.queue({
			files: { "kept.txt": "from the seed\n" },
			project: checked,
			options: { loops: 2 },
			scenario: { id: "tiny", entries: tinyEntries((loop) => loop, 2) },
		});
		const first = spawn(process.execPath, [world.config.entry("runner"), "--run", runId], {
			env: {
				...world.config.environment,
				FUSELINE_FAULT_AT: "engine.sealed:3",
			} as unknown as NodeJS.ProcessEnv,
			stdio: "ignore",
		});
		await once(first, "exit");
		expect(world.view(runId).rows[0]?.candidate).not.toBeNull();
		if (lose) rmSync(join(world.config.dataDirectory, "runs", runId, "workspace"), { recursive: true });
		expect(await world.runner(runId).finished).toBe(0);
		const view = world.view(runId);
		expect(view).toMatchObject({ status: "ended", endCause: "completed" });
		expect(view.rows[1]?.candidate?.changedPaths).toBe(1);
		return view.rows.map((row) => row.candidate?.tree ?? "none");
	} finally {
		world.close();
	}
}

test("a lost workspace is laid anew from the last candidate, whole", async () => {
	expect(await treesOf(true)).toEqual(await treesOf(false));
});
