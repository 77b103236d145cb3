import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findStrays } from "./strays.ts";

/*
 * Everything that a campaign makes outside of the build folder stands on grounds that are named for its process: folders
 * in /tmp and in memory, and the disks that are mounted in them. So whoever finds one knows whether its campaign lives.
 */

const places = [tmpdir(), "/dev/shm"];
const namePattern = /^faults-(\d+)-(\d+)$/;

/** Takes what dead campaigns left, and makes this one's ground the place for temporary folders. */
export function takeGround(): void {
	sweepDead();
	const ground = groundIn(tmpdir());
	process.env.TMPDIR = ground;
}

/** This campaign's folder in `place`; made if it isn't there. */
export function groundIn(place: string): string {
	const ground = place.endsWith(ownName()) ? place : join(place, ownName());
	mkdirSync(ground, { recursive: true });
	return ground;
}

/** Ends what works on this campaign's grounds, unmounts what is mounted there, and removes them. */
export function leaveGround(): void {
	clear(ownName());
}

/** The same for every campaign that was killed and couldn't. Returns their names. */
export function sweepDead(): string[] {
	const names = new Set(places.flatMap((place) => list(place)).filter((name) => isDead(name)));
	for (const name of names) clear(name);
	return [...names];
}

function clear(name: string): void {
	const grounds = places.map((place) => join(place, name)).filter((ground) => existsSync(ground));
	// also those that carry no more than the name of a trial's own folder
	const rooms = grounds.flatMap(list).filter((room) => /^fuseline-\w+-\w{6}$/.test(room));
	const texts = [name, ...rooms];
	endAll(texts);
	for (const mount of mountsUnder(grounds)) spawnSync("umount", ["-l", mount]);
	for (const device of loopDevicesOf(grounds)) spawnSync("losetup", ["-d", device]);
	for (const ground of grounds) rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
}

/** Ends them and those that they start meanwhile; gives up on what a SIGKILL doesn't end. */
function endAll(texts: string[]): void {
	for (let tries = 0; tries < 100; tries += 1) {
		const strays = findStrays(...texts);
		if (strays.length === 0) return;
		for (const { pid } of strays) {
			try {
				process.kill(pid, "SIGKILL");
			} catch {
				// gone
			}
		}
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
	}
}

/** Innermost first. */
function mountsUnder(grounds: string[]): string[] {
	const lines = read("/proc/self/mountinfo").split("\n");
	return lines
		.map((line) => (line.split(" ")[4] ?? "").replace(/\\(\d{3})/g, (_, octal) => byteOf(octal)))
		.filter((mount) => grounds.some((ground) => mount.startsWith(`${ground}/`)))
		.reverse();
}

const byteOf = (octal: string) => String.fromCharCode(Number.parseInt(octal, 8));

function loopDevicesOf(grounds: string[]): string[] {
	return list("/sys/block")
		.filter((name) => name.startsWith("loop"))
		.filter((name) => {
			const image = read(`/sys/block/${name}/loop/backing_file`);
			return grounds.some((ground) => image.startsWith(`${ground}/`));
		})
		.map((name) => `/dev/${name}`);
}

function ownName(): string {
	return `faults-${process.pid}-${startOf(process.pid) ?? 0}`;
}

function isDead(name: string): boolean {
	const [, pid, start] = namePattern.exec(name) ?? [];
	return pid !== undefined && startOf(Number(pid)) !== start;
}

/** When a process began, in the kernel's ticks: a pid alone may have passed to somebody else. */
function startOf(pid: number): string | null {
	const stat = read(`/proc/${pid}/stat`);
	return stat === "" ? null : (stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null);
}

function list(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}
