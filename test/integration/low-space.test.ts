import { spawnSync } from "node:child_process";
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	rmSync,
	statfsSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/temp-folder.ts";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const disk = join(temporaryFolder("low-space"), "disk");
mkdirSync(disk);
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", disk]);
const small = mounted.status === 0;
if (!small)
	process.stderr.write(`low space isn't tested: no small disk can be mounted (${mounted.stderr})\n`);
afterAll(() => void spawnSync("umount", ["-l", disk]));

const { probes: _, serve: __, ...checked } = tinyProject;

function free(): number {
	const { bavail, bsize } = statfsSync(disk);
	return bavail * bsize;
}

/** Leaves so many bytes. */
function fill(left: number): void {
	const descriptor = openSync(join(disk, "filling"), "w");
	const block = Buffer.alloc(16_384);
	try {
		while (free() > left) writeSync(descriptor, block);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
	} finally {
		closeSync(descriptor);
	}
}

async function slowRun(data: string, minFree: string) {
	const world = makeWorld({ FUSELINE_DATA_DIR: join(disk, data), FUSELINE_MIN_FREE_MB: minFree });
	const entries = tinyEntries((loop) => loop, 1);
	// the developer of the first loop writes for a while, so that the disk fills in the middle of its call
	const developer = entries.find(
		(entry) =>
			(entry as { role: string; loop?: number }).role === "developer" &&
			(entry as { loop?: number }).loop === 1,
	) as { steps: unknown[] };
	developer.steps.unshift({ sleep: { ms: 4_000 } });
	const runId = await world.queue({
		project: checked,
		scenario: { id: "tiny", entries },
	});
	const status = () =>
		world.store.db.prepare("SELECT status, detail FROM Run WHERE id = ?").get(runId) as {
			status: string;
			detail: string;
		};
	const working = async () => {
		const begun = () =>
			world.store.db.prepare("SELECT 1 FROM Invocation WHERE role = 'developer' AND pid IS NOT NULL").get();
		while (begun() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
	};
	return { world, runId, status, working };
}

test.runIf(small)(
	"below the threshold a run pauses with its reason, and goes on when there is room",
	async () => {
		const { world, runId, status, working } = await slowRun("guarded", "16");
		try {
			const { finished } = world.runner(runId);
			await working();
			fill(6_000_000);
			expect(await finished).toBe(0);
			expect(status()).toMatchObject({
				status: "paused",
				detail: expect.stringMatching(/infrastructure.*are free.*then resume/),
			});
			rmSync(join(disk, "filling"));
			world.command(runId, "resume");
			expect(await world.runner(runId).finished).toBe(0);
			expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
			expect(world.store.db.pragma("integrity_check", { simple: true })).toBe("ok");
		} finally {
			world.close();
			rmSync(join(disk, "guarded"), { recursive: true, force: true });
		}
	},
);

test.runIf(small)(
	"a disk that is full to the last byte: the pause is recorded with the reserve, nothing is lost",
	async () => {
		const { world, runId, status, working } = await slowRun("full", "0");
		try {
			const { finished } = world.runner(runId);
			await working();
			fill(0);
			const code = await finished;
			const events = world.view(runId).seq;
			expect(status()).toMatchObject({
				status: "paused",
				detail: expect.stringMatching(/infrastructure.*refused a write/),
			});
			expect(code).toBe(0);
			rmSync(join(disk, "filling"));
			world.command(runId, "resume");
			expect(await world.runner(runId).finished).toBe(0);
			expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
			expect(world.view(runId).seq).toBeGreaterThan(events);
			expect(world.store.db.pragma("integrity_check", { simple: true })).toBe("ok");
		} finally {
			rmSync(join(disk, "filling"), { force: true });
			world.close();
		}
	},
);

async function checkedRun(data: string, check: string) {
	const world = makeWorld({ FUSELINE_DATA_DIR: join(disk, data), FUSELINE_MIN_FREE_MB: "0" });
	const runId = await world.queue({
		project: { ...checked, checks: [{ id: "room", run: check }] },
		scenario: { id: "tiny", entries: tinyEntries(() => 3, 1) },
	});
	const results = () => world.store.db.prepare("SELECT status FROM CheckResult").all();
	return { world, runId, results };
}

test.runIf(small)(
	"a check that fails because others have filled the disk isn't judged: the run pauses, and tries again when there is room",
	async () => {
		const { world, runId, results } = await checkedRun(
			"unjudged",
			"for i in 1 2 3 4 5 6; do sleep 0.5; head -c 3000000 /dev/zero > filling || exit 1; done",
		);
		try {
			const { finished } = world.runner(runId);
			const copies = join(world.config.dataDirectory, "runs", runId, "examinations");
			while (!existsSync(copies) || readdirSync(copies).length === 0) await sleep(20);
			await sleep(300);
			fill(0);
			expect(await finished).toBe(0);
			expect(world.store.db.prepare("SELECT status, detail FROM Run").get()).toMatchObject({
				status: "paused",
				detail: expect.stringContaining("Paused (infrastructure)"),
			});
			expect(results()).toEqual([]);
			expect(existsSync(copies)).toBe(false);
			rmSync(join(disk, "filling"));
			world.command(runId, "resume");
			expect(await world.runner(runId).finished).toBe(0);
			expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
			expect(results()).toEqual([{ status: "pass" }]);
		} finally {
			rmSync(join(disk, "filling"), { force: true });
			world.close();
			rmSync(join(disk, "unjudged"), { recursive: true, force: true });
		}
	},
);

test.runIf(small)(
	"a check that fills the disk by itself has failed: what it wrote goes, the run goes on",
	async () => {
		const { world, runId, results } = await checkedRun("greedy", "head -c 100000000 /dev/zero > filling");
		try {
			expect(await world.runner(runId).finished).toBe(0);
			expect(world.view(runId)).toMatchObject({ status: "ended", endCause: "completed" });
			expect(results()).toEqual([{ status: "fail" }]);
		} finally {
			world.close();
			rmSync(join(disk, "greedy"), { recursive: true, force: true });
		}
	},
);
