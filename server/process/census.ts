import { readlinkSync } from "node:fs";
import { uptime } from "node:os";
import { startTimeOf, statFields, ticksPerSecond } from "./identity.ts";
import { listeningSockets, portsOf } from "./listening-ports.ts";
import { commandOf, markerOf, type ProcessRow, readProcessTable } from "./process-table.ts";
import { residentBytes } from "./resident-bytes.ts";

/** Why a process counts as ours: it was named, carries the marker, or hangs together with one that does. */
export type FoundBy = "named" | "marker" | "descent" | "group" | "namespace";

export interface CensusEntry {
	pid: number;
	startTime: string;
	parent: number;
	foundBy: FoundBy;
	/** its own marker, else that of the process by which it was found; null: of a named one without any */
	marker: string | null;
	/** pid of the named or marked process from which it was found; its own where it is one */
	root: number;
	command: string;
	/** `R`, `S`, `D`, `T`, … */
	state: string;
	/** null where the system doesn't say */
	ageMs: number | null;
	rssBytes: number | null;
	cpuMs: number | null;
	/** TCP ports on which it listens */
	ports: number[];
}

/**
 * Counts everything on this machine that belongs to us: the named processes, whatever carries a marker that `ours`
 * accepts, and all that hangs together with one of these by descent, process group or pid namespace (so that a child
 * that emptied its environment and began a session of its own is still found while its sandbox stands).
 */
export function takeCensus(named: readonly number[], ours: (marker: string) => boolean): CensusEntry[] {
	const rows = new Map(readProcessTable().map((row) => [row.pid, row]));
	const found = new Map<number, { by: FoundBy; marker: string | null; root: number }>();
	const namedSet = new Set(named);
	for (const row of rows.values()) {
		if (namedSet.has(row.pid)) {
			found.set(row.pid, { by: "named", marker: null, root: row.pid });
			continue;
		}
		const marker = markerOf(row.pid);
		if (marker !== null && ours(marker)) found.set(row.pid, { by: "marker", marker, root: row.pid });
	}
	hangTogether(rows, found);
	const sockets = new Map<string, Map<string, number>>();
	const entries: CensusEntry[] = [];
	for (const [pid, { by, marker, root }] of found) {
		const row = rows.get(pid);
		const startTime = startTimeOf(pid);
		if (!row || startTime === null) continue;
		entries.push({
			pid,
			startTime,
			parent: row.parent,
			foundBy: by,
			marker,
			root,
			command: commandOf(pid),
			state: row.state,
			...figuresOf(pid),
			ports: portsOf(pid, socketsOf(pid, sockets)),
		});
	}
	return entries.sort((a, b) => a.pid - b.pid);
}

type Found = Map<number, { by: FoundBy; marker: string | null; root: number }>;

/** Takes in whatever hangs together with what was found, until nothing new turns up. */
function hangTogether(rows: ReadonlyMap<number, ProcessRow>, found: Found): void {
	const home = namespaceOf(process.pid);
	const roots = [...found.keys()];
	// a named process leads no group of ours: a daemon that was started by hand shares its shell's
	const groups = new Map(
		roots.flatMap((pid) =>
			found.get(pid)?.by === "marker" && rows.get(pid)?.group === pid ? [[pid, pid]] : [],
		),
	);
	const spaces = new Map<string, number>();
	for (const pid of roots) {
		const space = namespaceOf(pid);
		if (space !== null && space !== home) spaces.set(space, pid);
	}
	for (const row of rows.values()) {
		if (found.has(row.pid) || row.pid === process.pid) continue;
		const leader = groups.get(row.group);
		const space = spaces.size === 0 ? null : namespaceOf(row.pid);
		const mate = space === null ? undefined : spaces.get(space);
		const kin = leader ?? mate;
		const known = kin === undefined ? undefined : found.get(kin);
		if (known) found.set(row.pid, { ...known, by: leader === undefined ? "namespace" : "group" });
	}
	for (let grown = true; grown; ) {
		grown = false;
		for (const row of rows.values()) {
			const parent = found.get(row.parent);
			if (!parent || found.has(row.pid)) continue;
			found.set(row.pid, { ...parent, by: "descent" });
			grown = true;
		}
	}
}

function namespaceOf(pid: number): string | null {
	try {
		return readlinkSync(`/proc/${pid}/ns/pid`);
	} catch {
		return null;
	}
}

function figuresOf(pid: number): Pick<CensusEntry, "ageMs" | "rssBytes" | "cpuMs"> {
	const fields = process.platform === "linux" ? statFields(pid) : null;
	if (fields === null) return { ageMs: null, rssBytes: null, cpuMs: null };
	const seconds = (index: number) => Number(fields[index]) / ticksPerSecond;
	return {
		ageMs: Math.max(0, Math.round((uptime() - seconds(19)) * 1000)),
		cpuMs: Math.round((seconds(11) + seconds(12)) * 1000),
		rssBytes: residentBytes(pid),
	};
}

/** Sockets are the same for all of a network namespace, and most of ours share one. */
function socketsOf(pid: number, known: Map<string, Map<string, number>>): Map<string, number> {
	let space: string;
	try {
		space = readlinkSync(`/proc/${pid}/ns/net`);
	} catch {
		return new Map();
	}
	let sockets = known.get(space);
	if (sockets === undefined) {
		sockets = listeningSockets(pid);
		known.set(space, sockets);
	}
	return sockets;
}
