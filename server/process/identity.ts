import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

/** Linux has counted in 1/100 s for user space on every architecture that Node runs on (USER_HZ). */
export const ticksPerSecond = 100;

let boot: string | undefined;
const statBuffer = Buffer.alloc(4096);

/** Names this boot of the machine, so that what was written before a reboot (a pid with its start time) matches nothing. */
export function bootId(): string {
	boot ??=
		process.platform === "linux"
			? readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()
			: execFileSync("sysctl", ["-n", "kern.boottime"], { encoding: "utf8" }).trim();
	return boot;
}

/** Whether a start time of `startTimeOf` is of this boot of the machine. */
export function isOfThisBoot(startTime: string | null): boolean {
	if (startTime === null) return false;
	if (process.platform === "linux") return startTime.startsWith(`${bootId()}:`);
	// macOS (not run there yet): a date, and `{ sec = 1764500000, usec = … }`
	const bootedAt = Number(/sec = (\d+)/.exec(bootId())?.[1] ?? Number.NaN);
	return Date.parse(startTime) / 1000 >= bootedAt;
}

/** The fields of `/proc/<pid>/stat` after the command name (which may hold blanks and brackets); index 0 is field 3. */
export function statFields(pid: number): string[] | null {
	// read by hand: the whole table is read at each end of a process, and `readFileSync` takes twice as long
	let text: string;
	try {
		const descriptor = openSync(`/proc/${pid}/stat`, "r");
		try {
			text = statBuffer.toString("latin1", 0, readSync(descriptor, statBuffer, 0, statBuffer.length, 0));
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return null;
	}
	return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/**
 * Identity of a living process that a reused pid can't have: boot id and start time in clock ticks (field 22).
 * Null: no such process, or a zombie (which runs no code any more).
 */
export function startTimeOf(pid: number): string | null {
	if (process.platform !== "linux") return startTimeByPs(pid);
	const fields = statFields(pid);
	if (fields === null || fields[0] === "Z" || fields[0] === "X") return null;
	return `${bootId()}:${fields[19]}`;
}

/** Whether exactly that process lives; a zombie or a reused pid does not count. */
export function isAlive(pid: number, startTime: string): boolean {
	return startTimeOf(pid) === startTime;
}

/** macOS (not run there yet): `ps` gives the start to the second, the best that is to be had without a native module. */
function startTimeByPs(pid: number): string | null {
	try {
		const text = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
		if (text === "" || text.startsWith("Z")) return null;
		return text.replace(/^\S+\s+/, "");
	} catch {
		return null;
	}
}
