import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Controller, controllersIn, figureIn, ownGroupFolder } from "./control-group-texts.ts";
import { startTimeOf } from "./identity.ts";

/*
 * Control groups (Linux, cgroup v2): whatever a child starts stays in its group, with whichever session and environment,
 * so that all of it can be found and ended. Every failure here means: work without a group.
 */

/** Where groups for our children can be made. */
export interface GroupPlace {
	/** our own group: new ones are made below it, so that limits that hold us hold them */
	folder: string;
	controllers: Controller[];
	/** begins the names of groups of this data directory */
	prefix: string;
}

/** The group of one child and all that it starts. */
export interface ControlGroup {
	/** processes in it and below it that live now */
	pids(): number[];
	/** user and system time of all that was ever in it; null where it isn't told */
	cpuMs(): number | null;
	/** which limit the kernel itself enforced */
	hit(): "memory" | "processes" | null;
	/** kills all of it at once */
	kill(): void;
	/** kills what is left and removes the group; a group that can't be removed is left for the next sweep */
	remove(): Promise<void>;
}

/** A task is a thread here, and our limit counts processes: the wall for what grows between two looks of the watchdog. */
const tasksPerProcess = 32;
const removeWithinMs = 1000;
let made = 0;

/**
 * Finds out, by making one and removing it, whether groups can be made here.
 * @param dataDirectory marks the groups as those of this data directory
 */
export function findGroupPlace(dataDirectory: string): { place: GroupPlace } | { problem: string } {
	if (process.platform !== "linux") return { problem: `There are no control groups on ${process.platform}.` };
	try {
		const folder = ownGroupFolder(read("/proc/self/cgroup"), read("/proc/self/mountinfo"));
		if (folder === null) return { problem: "No mount of control groups (cgroup v2) shows our own group." };
		for (const name of controllersIn(read(join(folder, "cgroup.controllers")))) {
			// refused where our own processes are in the group: then it holds processes together, and limits nothing
			attempt(() => writeFileSync(join(folder, "cgroup.subtree_control"), `+${name}`));
		}
		const prefix = `fuseline-${createHash("sha256").update(dataDirectory).digest("hex").slice(0, 12)}-`;
		const trial = join(folder, nameOf(prefix));
		mkdirSync(trial);
		try {
			// there since Linux 5.14
			if (!readdirSync(trial).includes("cgroup.kill")) return { problem: "The kernel has no cgroup.kill." };
			// being let in is another matter than being let make one
			writeFileSync(join(trial, "cgroup.procs"), String(process.pid));
			writeFileSync(join(folder, "cgroup.procs"), String(process.pid));
			return {
				place: { folder, prefix, controllers: controllersIn(read(join(trial, "cgroup.controllers"))) },
			};
		} finally {
			attempt(() => rmdirSync(trial));
		}
	} catch (error) {
		return { problem: `Control groups can't be used: ${(error as Error).message}.` };
	}
}

/**
 * Starts a child inside a new group. We ourselves are in it while the child is forked, all in one go: so it never runs
 * outside, needs no wrapper, and its environment is what it was given. The limits come after, for we are many threads.
 * @returns the group as null where it couldn't be made; the child is started in any case
 */
export function startInGroup<T>(
	place: GroupPlace | null,
	limits: { memoryBytes: number | null; processes: number },
	start: () => T,
): { child: T; group: ControlGroup | null } {
	if (place === null) return { child: start(), group: null };
	const folder = join(place.folder, nameOf(place.prefix));
	if (!attempt(() => mkdirSync(folder))) return { child: start(), group: null };
	const inside = attempt(() => writeFileSync(join(folder, "cgroup.procs"), String(process.pid)));
	if (!inside) {
		attempt(() => rmdirSync(folder));
		return { child: start(), group: null };
	}
	let out = false;
	let child: T;
	try {
		child = start();
	} finally {
		out = attempt(() => writeFileSync(join(place.folder, "cgroup.procs"), String(process.pid)));
	}
	// with us still in it, our other children come into it too: then it says nothing about this one
	if (!out) return { child, group: null };
	setLimits(folder, place.controllers, limits);
	return { child, group: openGroup(folder) };
}

/**
 * Kills and removes groups of this data directory whose maker is dead. @returns how many
 */
export async function sweepGroups(place: GroupPlace): Promise<number> {
	let swept = 0;
	for (const name of list(place.folder)) {
		const [pid, ticks] = name.startsWith(place.prefix) ? name.slice(place.prefix.length).split("-") : [];
		if (ticks === undefined || ticksOf(Number(pid)) === ticks) continue;
		await openGroup(join(place.folder, name)).remove();
		swept += 1;
	}
	return swept;
}

function openGroup(folder: string): ControlGroup {
	const kill = () => {
		const pids = pidsIn(folder);
		// we may have failed to leave it
		if (!pids.includes(process.pid)) attempt(() => writeFileSync(join(folder, "cgroup.kill"), "1"));
		else for (const pid of pids) if (pid !== process.pid) attempt(() => process.kill(pid, "SIGKILL"));
	};
	return {
		pids: () => pidsIn(folder).filter((pid) => pid !== process.pid),
		cpuMs() {
			const micro = figureIn(readOr(join(folder, "cpu.stat")), "usage_usec");
			return micro === null ? null : micro / 1000;
		},
		hit() {
			if ((figureIn(readOr(join(folder, "memory.events")), "oom_kill") ?? 0) > 0) return "memory";
			if ((figureIn(readOr(join(folder, "pids.events")), "max") ?? 0) > 0) return "processes";
			return null;
		},
		kill,
		async remove() {
			for (
				const deadline = performance.now() + removeWithinMs;
				performance.now() < deadline;
				await sleep(5)
			) {
				kill();
				removeFolders(folder);
				if (list(folder).length === 0) return;
			}
		},
	};
}

function setLimits(
	folder: string,
	controllers: readonly Controller[],
	{ memoryBytes, processes }: { memoryBytes: number | null; processes: number },
): void {
	const set = (file: string, value: number) =>
		attempt(() => writeFileSync(join(folder, file), String(Math.round(value))));
	if (controllers.includes("pids")) set("pids.max", processes * tasksPerProcess);
	if (!controllers.includes("memory") || memoryBytes === null) return;
	// a tree that lost one process to the limit is no call any more
	set("memory.oom.group", 1);
	set("memory.swap.max", 0);
	set("memory.max", memoryBytes);
}

/** A child may have made groups below its own where it was allowed to. */
function pidsIn(folder: string): number[] {
	const own = readOr(join(folder, "cgroup.procs")).split("\n").filter(Boolean).map(Number);
	return [...own.filter((pid) => pid > 0), ...foldersIn(folder).flatMap(pidsIn)];
}

function removeFolders(folder: string): void {
	for (const inner of foldersIn(folder)) removeFolders(inner);
	attempt(() => rmdirSync(folder));
}

function foldersIn(folder: string): string[] {
	try {
		const entries = readdirSync(folder, { withFileTypes: true });
		return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
	} catch {
		return [];
	}
}

function nameOf(prefix: string): string {
	made += 1;
	return `${prefix}${process.pid}-${ticksOf(process.pid)}-${made}`;
}

/** Start of a living process; with its pid it names exactly one process of this boot, and groups end with the boot. */
function ticksOf(pid: number): string | null {
	return startTimeOf(pid)?.split(":").at(-1) ?? null;
}

function list(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

const read = (path: string) => readFileSync(path, "utf8");

function readOr(path: string): string {
	try {
		return read(path);
	} catch {
		return "";
	}
}

function attempt(act: () => void): boolean {
	try {
		act();
		return true;
	} catch {
		return false;
	}
}
