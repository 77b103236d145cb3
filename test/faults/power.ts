import { spawnSync } from "node:child_process";
import {
	accessSync,
	constants,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { groundIn } from "./ground.ts";

/*
 * A power cut without cutting the power. What a file system has written to its device stands in the image behind a loop
 * device; what it only holds in memory doesn't. So a copy of the image, taken while the writer is stopped, is what a disk
 * holds when the machine goes dark, and mounting it replays ext4's journal as the next boot would.
 *
 * What this can't show: a disk that loses what it was handed and not told to flush, or that tears a sector.
 */
export interface Disk {
	/** where it is mounted */
	at: string;
	/** What the disk holds at this moment, as an image. Whoever writes must have been stopped. */
	cut(): Promise<string>;
	/** mounts an image beside the disk while `body` looks at it, and throws the image away */
	look(image: string, body: (at: string) => Promise<void>): Promise<void>;
	/** the machine starts again: the image takes the disk's place, and whatever it held open is off */
	restart(image: string): void;
}

const megabytes = 256;
/** noinit_itable: nothing is to write by itself. */
const mountOptions = "noatime,noinit_itable";

/** Why no power cut can be emulated here, or null. Tries it. */
export function cannotCutPower(): string | null {
	if (process.platform !== "linux" || process.getuid?.() !== 0)
		return "a power cut is emulated on a loop device, which needs Linux and root";
	const folder = mkdtempSync(join(memory(), "fuseline-power-"));
	try {
		const { at, device } = plug(makeImage(folder), join(folder, "disk"));
		unplug(at, device);
		return null;
	} catch (error) {
		return `no loop device can be mounted here (${(error as Error).message})`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Environment of a world whose data directory stands on such a disk. */
export const dataOn = (at: string) => ({
	FUSELINE_DATA_DIR: join(at, "data"),
	FUSELINE_MIN_FREE_MB: "0",
});

/** Lets `body` work on a disk of its own, and takes it away again. */
export async function onDisk(body: (disk: Disk) => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(memory(), "fuseline-power-"));
	const at = join(folder, "disk");
	let { device } = plug(makeImage(folder), at);
	let cuts = 0;
	try {
		await body({
			at,
			async cut() {
				cuts += 1;
				const copy = join(folder, `cut-${cuts}.img`);
				await copyAtRest(device, join(folder, "disk.img"), copy);
				return copy;
			},
			async look(image, inspectIt) {
				const beside = plug(image, `${image}.disk`);
				try {
					await inspectIt(beside.at);
				} finally {
					unplug(beside.at, beside.device);
					rmSync(image, { force: true });
				}
			},
			restart(image) {
				unplug(at, device);
				device = plug(image, at).device;
			},
		});
	} finally {
		unplug(at, device);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Copies the image between two writes: a copy with a write in its middle is a state that no disk ever had. */
async function copyAtRest(device: string, image: string, copy: string): Promise<void> {
	for (let tries = 0; tries < 50; tries += 1) {
		const before = writesOf(device);
		if (before.underway === 0) {
			run("cp", "--sparse=always", image, copy);
			const after = writesOf(device);
			if (after.underway === 0 && after.done === before.done) return;
		}
		await sleep(20);
	}
	throw new Error("the disk was written to all the time though its writer was stopped");
}

/** Of `/sys/block/<device>/stat`: requests under way, and writes (5th) and flushes (16th) done so far. */
function writesOf(device: string): { done: string; underway: number } {
	const fields = readFileSync(`/sys/block/${basename(device)}/stat`, "latin1")
		.trim()
		.split(/\s+/);
	return { done: `${fields[4]} ${fields[15]}`, underway: Number(fields[8]) };
}

function makeImage(folder: string): string {
	const image = join(folder, "disk.img");
	writeFileSync(image, "");
	truncateSync(image, megabytes * 1024 * 1024);
	run("mkfs.ext4", "-q", "-F", "-m", "0", image);
	return image;
}

function plug(image: string, at: string): { at: string; device: string } {
	mkdirSync(at, { recursive: true });
	const device = run("losetup", "--find", "--show", image);
	try {
		run("mount", "-t", "ext4", "-o", mountOptions, device, at);
	} catch (error) {
		spawnSync("losetup", ["-d", device]);
		throw error;
	}
	return { at, device };
}

/** Lazily: who still has something open there belongs to the machine that went dark. */
function unplug(at: string, device: string): void {
	spawnSync("umount", ["-l", at]);
	spawnSync("losetup", ["-d", device]);
}

function run(program: string, ...args: string[]): string {
	const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.trim()}`);
	return stdout.trim();
}

/** In memory where there is such a place: the image then costs no real disk's time. */
function memory(): string {
	try {
		accessSync("/dev/shm", constants.W_OK);
		return groundIn("/dev/shm");
	} catch {
		return tmpdir();
	}
}
