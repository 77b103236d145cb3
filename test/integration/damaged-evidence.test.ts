import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { contentsFile } from "../../server/evidence/contents-file.ts";
import { developer, pageProject, planner, tester } from "../support/page-project.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

/** The first byte of one content, changed and changed back. */
function flip(projectId: string, sha256: string): void {
	const db = new Database(contentsFile(world.config, projectId));
	db.prepare(
		"UPDATE content SET bytes = CAST(char(unicode(substr(CAST(bytes AS TEXT), 1, 1)) + ?) || substr(CAST(bytes AS TEXT), 2) AS BLOB) WHERE lower(hex(sha256)) = ?",
	).run(flipped ? -1 : 1, sha256);
	flipped = !flipped;
	db.close();
}
let flipped = false;

test("a verdict is never made of evidence whose bytes are damaged; with the bytes back the run goes on", async () => {
	const [title, ...others] = pageProject.checks as [{ id: string; run: string }];
	const checks = [{ ...title, run: `echo the title is there; ${title.run}` }, ...others];
	const runId = await world.queue({
		project: { ...pageProject, checks },
		options: { loops: 1 },
		scenario: {
			id: "damaged",
			entries: [
				planner(),
				developer(1, 3),
				{ ...tester(), steps: [{ sleep: { ms: 1500 } }, ...tester().steps] },
			],
		},
	});
	const first = world.runner(runId);
	const record = await expect
		.poll(
			() =>
				world.store.db
					.prepare(
						"SELECT sha256, (SELECT projectId FROM Run WHERE id = ?) AS projectId FROM ExecutionRecord WHERE ref = 'check:title' AND EXISTS (SELECT 1 FROM Invocation WHERE role = 'tester' AND runId = ?)",
					)
					.get(runId, runId),
			{ timeout: 60_000 },
		)
		.toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
		.then(
			() =>
				world.store.db
					.prepare(
						"SELECT sha256, (SELECT projectId FROM Run WHERE id = ?) AS projectId FROM ExecutionRecord WHERE ref = 'check:title'",
					)
					.get(runId) as { sha256: string; projectId: string },
		);
	flip(record.projectId, record.sha256);
	expect(await first.finished).toBe(0);
	const paused = world.view(runId);
	expect(paused.status).toBe("paused");
	expect(paused.detail).toContain(`The stored bytes of record check:title are damaged or missing`);
	expect(paused.rows.map((row) => row.verdict)).toEqual([null]);
	expect(world.store.db.prepare("SELECT COUNT(*) AS n FROM Claim").get()).toEqual({ n: 0 });

	flip(record.projectId, record.sha256);
	world.command(runId, "resume");
	expect(await world.runner(runId).finished).toBe(0);
	const ended = world.view(runId);
	expect(ended).toMatchObject({ status: "ended", endCause: "completed" });
	expect(ended.rows[0]?.verdict).toMatchObject({ status: "pass", integrity: "clean" });
}, 120_000);
