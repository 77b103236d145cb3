import { readlinkSync } from "node:fs";
import { startTimeOf, statFields } from "./identity.ts";
import { commandOf, readProcessTable } from "./process-table.ts";
import { realPath } from "./real-path.ts";
import { endAll, type ProcessIdentity } from "./sweep.ts";

/**
 * Ends what an earlier runner left in a folder of its own and no marker finds: a process that emptied its environment
 * and left its session where no pid namespace held it. Only those that nobody owns any more (their line ends at the
 * system's first process) and that have no terminal: a person's shell or editor there is left alone. Linux only.
 * @returns how many
 */
export async function endLeftBehind(folder: string): Promise<number> {
	return process.platform === "linux" ? endAll(() => leftBehindIn(realPath(folder))) : 0;
}

function leftBehindIn(folder: string): ProcessIdentity[] {
	const rows = readProcessTable();
	const inside = new Map(
		rows.filter((row) => row.pid !== process.pid && worksIn(row.pid, folder)).map((row) => [row.pid, row]),
	);
	return [...inside.keys()].flatMap((pid) => {
		let top = inside.get(pid);
		for (let above = top; above !== undefined; above = inside.get(above.parent)) top = above;
		if (top === undefined || !isSystem(top.parent)) return [];
		const startTime = startTimeOf(pid);
		return startTime === null ? [] : [{ pid, startTime }];
	});
}

/** Field 7 of `stat` is the terminal, 0 without one. */
function worksIn(pid: number, folder: string): boolean {
	try {
		const at = readlinkSync(`/proc/${pid}/cwd`);
		return (at === folder || at.startsWith(`${folder}/`)) && statFields(pid)?.[4] === "0";
	} catch {
		return false;
	}
}

/** Who takes over orphans: process 1, or a session's own systemd. */
function isSystem(pid: number): boolean {
	return pid <= 1 || /^(\S*\/)?systemd\s+--user/.test(commandOf(pid));
}
