import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { startTimeOf, statFields } from "./identity.ts";

export interface ProcessRow {
	pid: number;
	parent: number;
	group: number;
	session: number;
	/** `R`, `S`, `D`, `T`, …; zombies are left out of the table */
	state: string;
	/** clock ticks since boot; 0 where the system doesn't say */
	started: number;
}

/** Every living process of this machine that we may see (zombies left out). */
export function readProcessTable(): ProcessRow[] {
	if (process.platform !== "linux") return tableByPs();
	const rows: ProcessRow[] = [];
	for (const name of readdirSync("/proc")) {
		const pid = Number(name);
		if (!Number.isInteger(pid)) continue;
		const fields = statFields(pid);
		if (fields === null || fields[0] === "Z" || fields[0] === "X") continue;
		rows.push({
			pid,
			state: fields[0] as string,
			parent: Number(fields[1]),
			group: Number(fields[2]),
			session: Number(fields[3]),
			started: Number(fields[19]),
		});
	}
	return rows;
}

/**
 * Whether a process was started with this marker, or with one below it (`RUN` finds `RUN/CALL` too); false where the
 * kernel doesn't let us look.
 */
export function carriesMarker(pid: number, marker: string): boolean {
	const carried = markerOf(pid);
	return carried !== null && (carried === marker || carried.startsWith(`${marker}/`));
}

/** The marker that a process was started with; null: none, or the kernel doesn't let us look. */
export function markerOf(pid: number): string | null {
	let environment: string;
	try {
		environment = readFileSync(`/proc/${pid}/environ`, "latin1");
	} catch {
		return null;
	}
	const name = "FUSELINE_MARKER=";
	const start = environment.startsWith(name) ? 0 : environment.indexOf(`\0${name}`) + 1;
	if (start === 0 && !environment.startsWith(name)) return null;
	const value = environment.slice(start + name.length).split("\0", 1)[0] as string;
	return Buffer.from(value, "latin1").toString();
}

/** Command line for people; empty for a process that is just ending. */
export function commandOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
	} catch {
		return "";
	}
}

export interface MarkedProcess {
	pid: number;
	startTime: string;
	command: string;
}

/**
 * Living processes that carry this marker in the environment they were started with. The caller itself is never
 * listed. A process that emptied its environment isn't found: that is what the pid namespace of the sandbox is for.
 */
export function findMarked(marker: string): MarkedProcess[] {
	if (process.platform !== "linux") return markedByPs(marker);
	const found: MarkedProcess[] = [];
	for (const name of readdirSync("/proc")) {
		const pid = Number(name);
		if (!Number.isInteger(pid) || pid === process.pid || !carriesMarker(pid, marker)) continue;
		const startTime = startTimeOf(pid);
		if (startTime !== null) found.push({ pid, startTime, command: commandOf(pid) });
	}
	return found;
}

function ps(args: string[]): string[] {
	return execFileSync("ps", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
		.split("\n")
		.filter((line) => line !== "");
}

/** macOS (not run there yet). `sess` is an address there, so the group stands in for the session. */
function tableByPs(): ProcessRow[] {
	const rows: ProcessRow[] = [];
	for (const line of ps(["-axo", "pid=,ppid=,pgid=,stat="])) {
		const [pid, parent, group, state] = line.trim().split(/\s+/);
		if (state === undefined || state.startsWith("Z")) continue;
		rows.push({
			pid: Number(pid),
			parent: Number(parent),
			group: Number(group),
			session: Number(group),
			started: 0,
			state,
		});
	}
	return rows;
}

/** macOS (not run there yet): `-E` prints the environment behind the command of our own processes. */
function markedByPs(marker: string): MarkedProcess[] {
	const found: MarkedProcess[] = [];
	for (const line of ps(["-axEwwo", "pid=,command="])) {
		const match = /^\s*(\d+)\s(.*)$/.exec(line);
		const environment = ` ${match?.[2] ?? ""} `;
		const marked = [" ", "/"].some((end) => environment.includes(` FUSELINE_MARKER=${marker}${end}`));
		if (!match || !marked) continue;
		const pid = Number(match[1]);
		if (pid === process.pid) continue;
		const startTime = startTimeOf(pid);
		if (startTime !== null) found.push({ pid, startTime, command: match[2] as string });
	}
	return found;
}
