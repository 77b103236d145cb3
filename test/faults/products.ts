import type { ScriptedRun } from "../support/world.ts";
import { essenceOf } from "./inspect.ts";
import type { Trial } from "./kind.ts";
import { carryToEnd, inRoom } from "./room.ts";

const project = {
	name: "counter",
	phases: [
		{
			id: "first",
			title: "A counter",
			criteria: [
				{ id: "count", statement: "The count is 3." },
				{ id: "offline", statement: "Nothing is fetched from elsewhere.", kind: "constraint" },
			],
		},
	],
	setup: { run: "mkdir -p deps && echo made > deps/made", inputs: ["*.lock"], outputs: ["deps"] },
	checks: [{ id: "count", run: "test -e deps/made && grep -qx 3 count.txt" }],
};

const plan = {
	objective: "Count to three.",
	phase: "first",
	tasks: [{ title: "Count", outcome: "The count is 3." }],
	acceptance: ["count"],
	constraints: ["offline"],
};

const derive = {
	summary: "Read the check.",
	claims: [
		{
			id: "count",
			statement: "The count is 3.",
			records: ["check:count"],
			finding: { id: "count.wrong", title: "The count is wrong", severity: "major" },
		},
		{ id: "offline", statement: "Nothing is fetched from elsewhere.", records: ["check:count"] },
	],
};

export const planSteps = [{ usage: { input: 100, output: 20 } }, { result: { json: plan } }];
export const testSteps = [{ result: { derive } }];
export const report = { result: { json: { status: "pass", summary: "done" } } };

/**
 * The smallest whole run: plan, code, freeze, check, test and judge in each loop. A Developer adds a line that must be
 * there from then on, and writes a file that is stored in pieces. A turn that is cut may do its last command again (no
 * CLI can promise less), so commands are such that this changes nothing; what is done twice shows in journal and calls.
 */
export function counter(loops: number, pauseMs = 0): ScriptedRun {
	const pause = pauseMs > 0 ? [{ sleep: { ms: pauseMs } }] : [];
	const entries: unknown[] = [
		{ role: "planner", steps: planSteps },
		{ role: "tester", steps: [...pause, ...testSteps] },
	];
	for (let loop = 1; loop <= loops; loop += 1) {
		entries.push({
			role: "developer",
			loop,
			steps: [
				{ run: { command: `grep -qx 'loop ${loop}' log.txt || echo 'loop ${loop}' >> log.txt` } },
				...pause,
				{ write: { path: "count.txt", content: loop % 3 === 2 ? "3\n" : `${loop + 10}\n` } },
				{ run: { command: `head -c 1300000 /dev/zero | tr '\\0' '${loop % 10}' > large.txt` } },
				{ usage: { input: 200, output: 80 } },
				report,
			],
		});
	}
	return {
		files: { "app.lock": "1\n", "log.txt": "" },
		project,
		options: { loops },
		scenario: { id: "counter", entries },
	};
}

/** One Developer call in one loop of `hoh`, for faults of the CLI itself. Plan and test are honest. */
export function oneLoop(developer: unknown[], more: Partial<ScriptedRun> = {}): ScriptedRun {
	return {
		files: { "app.lock": "1\n", "log.txt": "" },
		project: { ...project, setup: undefined },
		options: { loops: 1 },
		scenario: {
			id: "one-loop",
			entries: [
				{ role: "planner", steps: planSteps },
				{ role: "developer", steps: developer },
				{ role: "tester", steps: testSteps },
			],
		},
		...more,
	};
}

const undisturbed = new Map<string, Promise<string>>();

/** What the same run comes to when nothing goes wrong; found out once for each. */
export function undisturbedEssence(name: string, run: ScriptedRun, trial: Trial): Promise<string> {
	const known = undisturbed.get(name);
	if (known) return known;
	const essence = (async () => {
		let found = "";
		await inRoom(async (room) => {
			const runId = await room.world.queue(run);
			await carryToEnd(room, runId, trial);
			found = essenceOf(room.world, runId);
			for (const { data } of room.world.store.db
				.prepare("SELECT data FROM Event WHERE runId = ? AND kind = 'notice' AND data LIKE '%\"error\"%'")
				.all(runId) as { data: string }[]) {
				trial.harm("wrong", `the undisturbed run was disturbed: ${data}`);
			}
		});
		return found;
	})();
	undisturbed.set(name, essence);
	return essence;
}
