import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { findGroupPlace, type GroupPlace, sweepGroups } from "../../server/process/control-group.ts";
import { isAlive, startTimeOf } from "../../server/process/identity.ts";
import { findMarked } from "../../server/process/process-table.ts";
import { readOutput, runCommand } from "../../server/process/run-command.ts";
import { type ProcessLimits, type SpawnOptions, spawnProcess } from "../../server/process/spawn.ts";
import { endMarked } from "../../server/process/sweep.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("process");
const noLimits: ProcessLimits = {
	wallMs: null,
	idleMs: null,
	afterFinalMs: null,
	keepBytes: 1024 * 1024,
	floodBytes: null,
};
let count = 0;

function options(script: string, limits: Partial<ProcessLimits> = {}): SpawnOptions {
	count += 1;
	return {
		argv: ["sh", "-c", script],
		cwd: folder,
		environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
		stdin: null,
		stdoutPath: join(folder, `stdout-${count}`),
		stderrPath: join(folder, `stderr-${count}`),
		marker: `test-${process.pid}-${count}`,
		limits: { ...noLimits, ...limits },
	};
}

describe("what a child says", () => {
	it("gives lines with their offsets as they come, and a last line without an end", async () => {
		const lines: [number, string][] = [];
		let firstAt = 0;
		const started = performance.now();
		const child = spawnProcess({
			...options("echo one; sleep 0.6; printf 'zw\\303\\266lf\\r\\nlast'"),
			onLine: (line, offset) => {
				firstAt ||= performance.now() - started;
				lines.push([offset, line]);
			},
		});
		const exit = await child.exited;
		expect(lines).toEqual([
			[0, "one"],
			[4, "zwölf"],
			[12, "last"],
		]);
		expect(firstAt).toBeLessThan(500);
		expect(exit).toMatchObject({ code: 0, signal: null, endedBy: null, stdoutBytes: 16 });
	});

	it("passes its environment and nothing of ours, and its input", async () => {
		const o = options("cat; env | sort");
		const child = spawnProcess({ ...o, environment: { PATH: "/usr/bin:/bin", ONE: "1" }, stdin: "hello\n" });
		await child.exited;
		const said = readFileSync(o.stdoutPath, "utf8").split("\n");
		expect(said.filter((line) => !/^(PWD|_|SHLVL|OLDPWD)=/.test(line))).toEqual([
			"hello",
			`FUSELINE_MARKER=${o.marker}`,
			"ONE=1",
			"PATH=/usr/bin:/bin",
			"",
		]);
		expect(statSync(o.stdoutPath).mode & 0o777).toBe(0o600);
	});

	it("keeps invalid UTF-8 and NUL in the file byte for byte", async () => {
		const o = options("printf 'a\\377\\376b\\000c\\n\\303'");
		const lines: string[] = [];
		await spawnProcess({ ...o, onLine: (line) => lines.push(line) }).exited;
		expect(readFileSync(o.stdoutPath).toString("hex")).toBe("61fffe6200630ac3");
		expect(lines).toEqual(["a\uFFFD\uFFFDb\0c", "\uFFFD"]);
	});

	it("cuts a line of 20 MB, flags it, and finds the next one", async () => {
		const o = options("head -c 20000000 /dev/zero | tr '\\0' x; echo; echo after", { keepBytes: 1e9 });
		const lines: [number, number, boolean][] = [];
		await spawnProcess({ ...o, onLine: (line, offset, cut) => lines.push([line.length, offset, cut]) })
			.exited;
		expect(lines).toEqual([
			[8 * 1024 * 1024, 0, true],
			[5, 20_000_001, false],
		]);
		expect(statSync(o.stdoutPath).size).toBe(20_000_007);
	});

	it("keeps the first bytes, counts the rest, and lets the child live", async () => {
		const o = options("head -c 5000000 /dev/zero; echo done >&2", { keepBytes: 1_000_000 });
		const exit = await spawnProcess(o).exited;
		expect(exit).toMatchObject({ code: 0, endedBy: null, stdoutBytes: 5_000_000, stderrTail: "done\n" });
		expect(statSync(o.stdoutPath).size).toBe(1_000_000);
	});

	it("does not wait for a child that leaves its input unread", async () => {
		const exit = await spawnProcess({ ...options("exit 3"), stdin: Buffer.alloc(4_000_000, 97) }).exited;
		expect(exit.code).toBe(3);
	});

	it("names a program that isn't there", () => {
		const o = { ...options(""), argv: ["/nowhere/program"] };
		expect(() => spawnProcess(o)).toThrow(/"\/nowhere\/program" can't be started/);
	});
});

describe("how a child ends", () => {
	const nasty = "trap '' TERM INT HUP; while :; do sleep 0.05; done";
	it.each([
		["idle", "sleep 30", { idleMs: 300 }, "idle"],
		["wall clock", "while :; do echo x; sleep 0.05; done", { wallMs: 400 }, "wall"],
	] as const)("%s", async (_name, script, limits, endedBy) => {
		const started = performance.now();
		const lines: string[] = [];
		const exit = await spawnProcess({ ...options(script, limits), onLine: (line) => lines.push(line) })
			.exited;
		expect(exit.endedBy).toBe(endedBy);
		expect(exit.signal ?? exit.code).not.toBe(0);
		expect(performance.now() - started).toBeLessThan(4000);
	});

	it("isn't idle while a tool call is open or lines come", async () => {
		let open = true;
		const child = spawnProcess({
			...options("sleep 0.9; for i in 1 2 3 4 5 6; do echo $i; sleep 0.15; done", { idleMs: 400 }),
			onLine: () => {
				open = false;
			},
			toolCallOpen: () => open,
		});
		expect(await child.exited).toMatchObject({ code: 0, endedBy: null });
	});

	it("ends what lives on after its last word", async () => {
		let final = false;
		const child = spawnProcess({
			...options("echo bye; sleep 30", { afterFinalMs: 200 }),
			onLine: () => {
				final = true;
			},
			isFinal: () => final,
		});
		expect((await child.exited).endedBy).toBe("after_final");
	});

	it("asks first: a child that handles SIGTERM ends by itself", async () => {
		let ready = () => {};
		const trapped = new Promise<void>((resolve) => {
			ready = resolve;
		});
		const script = "trap 'echo cleaned >&2; exit 7' TERM; echo trapped; while :; do sleep 0.05; done";
		const child = spawnProcess({ ...options(script), onLine: () => ready() });
		await trapped;
		await child.stop(3000);
		expect(await child.exited).toMatchObject({
			code: 7,
			endedBy: "stop",
			stderrTail: expect.stringContaining("cleaned\n"),
		});
	});

	it.each([
		["ignores SIGTERM", nasty],
		["is stopped", "kill -STOP $$; sleep 30"],
		["has its output held by a grandchild", `(${nasty}) & wait`],
		["has a grandchild in a session of its own", `setsid sh -c "${nasty}" & ${nasty}`],
		["left a daemon behind", "setsid sh -c 'sleep 60 & sleep 60' >/dev/null 2>&1 & sleep 0.2; exit 0"],
		["has a grandchild without environment", `(env -i sh -c 'setsid /bin/sleep 60') & ${nasty}`],
	])("leaves nothing of a child that %s", async (_name, script) => {
		const o = options(script);
		const child = spawnProcess(o);
		await sleep(400);
		const tree = descendantsOf(child.pid);
		const started = performance.now();
		await child.stop(300);
		await child.exited;
		expect(performance.now() - started).toBeLessThan(3000);
		expect(findMarked(o.marker)).toEqual([]);
		expect(tree.filter((one) => isAlive(one.pid, one.startTime))).toEqual([]);
	});

	it("resolves on exit although a grandchild holds the pipe's other end, and ends that too", async () => {
		const o = options("sleep 60 & echo $!; exit 0");
		const started = performance.now();
		const exit = await spawnProcess(o).exited;
		expect(performance.now() - started).toBeLessThan(2000);
		expect(exit).toMatchObject({ code: 0, endedBy: null });
		expect(startTimeOf(Number(readFileSync(o.stdoutPath, "utf8")))).toBeNull();
	});

	it("hands on what the listener throws, with the child ended", async () => {
		const o = options("echo x; sleep 60");
		const child = spawnProcess({
			...o,
			onLine: () => {
				throw new Error("listener");
			},
		});
		await expect(child.exited).rejects.toThrow("listener");
		expect(findMarked(o.marker)).toEqual([]);
	});
});

describe("a control group", () => {
	const found = findGroupPlace(folder);
	if ("problem" in found) console.info(`skipped, no control groups here: ${found.problem}`);
	const place = "place" in found ? found.place : null;
	// late, when descendants are looked for once a second only: without a group it gets away
	const escapee =
		"sleep 0.7; (setsid env -i sh -c '(setsid env -i sleep 61 & echo $! > pid) &' &); until [ -s pid ]; do sleep 0.02; done";

	it.skipIf(place === null)("holds what emptied its environment and left its session", async () => {
		const o = options(`${escapee}; cat /proc/self/cgroup; env`);
		const exit = await spawnProcess({ ...o, groups: place }).exited;
		expect(exit).toMatchObject({ code: 0, endedBy: null });
		const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
		expect(pid).toBeGreaterThan(1);
		expect(startTimeOf(pid)).toBeNull();
		const said = readFileSync(o.stdoutPath, "utf8");
		const name = new RegExp(`${place?.prefix}[-\\w]+`).exec(said)?.[0] as string;
		// its own environment, and no group left
		expect(said).toContain(`FUSELINE_MARKER=${o.marker}`);
		expect(existsSync(join(place?.folder as string, name))).toBe(false);
		expect(readFileSync("/proc/self/cgroup", "utf8")).not.toContain(place?.prefix);
	});

	it.skipIf(place === null)(
		"is swept with all in it when its maker is dead, and left while it lives",
		async () => {
			const at = place as GroupPlace;
			const dead = join(at.folder, `${at.prefix}${process.pid}-1-1`);
			const alive = join(
				at.folder,
				`${at.prefix}${process.pid}-${startTimeOf(process.pid)?.split(":").at(-1)}-x`,
			);
			const left = [dead, alive].map((group) => {
				mkdirSync(group);
				const child = spawn("sleep", ["62"], { stdio: "ignore" });
				writeFileSync(join(group, "cgroup.procs"), String(child.pid));
				return { child, startTime: startTimeOf(child.pid as number) as string };
			});
			expect(await sweepGroups(at)).toBe(1);
			expect(left.map(({ child, startTime }) => isAlive(child.pid as number, startTime))).toEqual([
				false,
				true,
			]);
			expect([dead, alive].map((group) => existsSync(group))).toEqual([false, true]);
			left[1]?.child.kill("SIGKILL");
			await vi.waitFor(() => rmdirSync(alive));
		},
	);
});

describe("sweep", () => {
	it("ends a marked tree that forks, and no decoy", async () => {
		const marker = `sweep-${process.pid}`;
		const script = "while :; do (sleep 5 &) ; sleep 0.01; done";
		const start = (value: string) =>
			spawn("sh", ["-c", script], {
				env: { PATH: "/usr/bin:/bin", FUSELINE_MARKER: value } as unknown as NodeJS.ProcessEnv,
				detached: true,
			});
		const target = start(marker);
		const decoy = start(`${marker}-other`);
		await sleep(300);
		const decoyStart = startTimeOf(decoy.pid as number) as string;
		expect(await endMarked(marker)).toBeGreaterThan(3);
		expect(findMarked(marker)).toEqual([]);
		expect(startTimeOf(target.pid as number)).toBeNull();
		expect(isAlive(decoy.pid as number, decoyStart)).toBe(true);
		expect(await endMarked(`${marker}-other`)).toBeGreaterThan(3);
		expect(await endMarked(marker)).toBe(0);
	});

	it("tells a reused pid and a zombie from a living process", async () => {
		const own = startTimeOf(process.pid) as string;
		expect(isAlive(process.pid, own)).toBe(true);
		expect(
			isAlive(
				process.pid,
				own.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
			),
		).toBe(false);
		// the shell replaces itself by a program that never waits: its first child stays a zombie
		const zombie = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 3"], {
			stdio: ["ignore", "pipe", "ignore"],
		});
		const [line] = (
			await new Promise<string>((resolve) => {
				zombie.stdout.once("data", (data) => resolve(String(data)));
			})
		).split("\n");
		await sleep(200);
		expect(readFileSync(`/proc/${line}/stat`, "utf8")).toContain(") Z ");
		expect(startTimeOf(Number(line))).toBeNull();
		zombie.kill("SIGKILL");
	});
});

describe("runCommand", () => {
	it("gives the result of a failing command and of one that takes too long", async () => {
		const { limits: _, ...o } = options("echo out; echo err >&2; exit 4");
		const failed = await runCommand({ ...o, timeoutMs: 5000 });
		expect(failed).toMatchObject({ code: 4, timedOut: false });
		expect(readOutput(failed)).toEqual({ stdout: "out\n", stderr: "err\n" });
		const { limits: __, ...slow } = options("sleep 60");
		expect(await runCommand({ ...slow, timeoutMs: 200 })).toMatchObject({ timedOut: true, endedBy: "wall" });
	});

	it("can be broken off", async () => {
		const { limits: _, ...o } = options("sleep 60");
		const result = runCommand({ ...o, timeoutMs: 60_000, signal: AbortSignal.timeout(150) });
		expect((await result).endedBy).toBe("stop");
	});
});

describe("a flood", () => {
	it("of 1 GB leaves our memory and our event loop alone", async () => {
		const o = options("head -c 1000000000 /dev/zero", { keepBytes: 1_000_000 });
		let lines = 0;
		let worst = 0;
		let last = performance.now();
		const timer = setInterval(() => {
			worst = Math.max(worst, performance.now() - last - 10);
			last = performance.now();
		}, 10);
		const exit = await spawnProcess({ ...o, onLine: () => lines++ }).exited;
		clearInterval(timer);
		expect(exit).toMatchObject({ code: 0, endedBy: null, stdoutBytes: 1_000_000_000 });
		expect(lines).toBe(1);
		expect(statSync(o.stdoutPath).size).toBe(1_000_000);
		expect(worst).toBeLessThan(500);
		expect(process.memoryUsage().rss).toBeLessThan(600 * 1024 * 1024);
	});

	it("of short lines is cut off at its limit", async () => {
		let lines = 0;
		const exit = await spawnProcess({ ...options("yes", { floodBytes: 3_000_000 }), onLine: () => lines++ })
			.exited;
		expect(exit.endedBy).toBe("flood");
		expect(lines).toBe(1_500_000);
	});
});

function descendantsOf(root: number): { pid: number; startTime: string }[] {
	const rows = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
	const found = [root];
	for (let grew = true; grew; ) {
		grew = false;
		for (const [pid, parent] of rows) {
			if (found.includes(parent) && !found.includes(pid)) {
				found.push(pid);
				grew = true;
			}
		}
	}
	return found.flatMap((pid) => {
		const startTime = startTimeOf(pid);
		return startTime === null ? [] : [{ pid, startTime }];
	});
}
