import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const listening = "0A";

/** Socket inode → TCP port, of every listening socket that this process's network namespace has. Empty off Linux. */
export function listeningSockets(pid: number): Map<string, number> {
	const found = new Map<string, number>();
	for (const table of ["tcp", "tcp6"]) {
		let text: string;
		try {
			text = readFileSync(`/proc/${pid}/net/${table}`, "latin1");
		} catch {
			continue;
		}
		// columns of Documentation/networking/proc_net_tcp: sl local_address rem_address st … inode is the tenth
		for (const line of text.split("\n").slice(1)) {
			const columns = line.trim().split(/\s+/);
			const port = columns[1]?.split(":").at(-1);
			const inode = columns[9];
			if (columns[3] !== listening || port === undefined || inode === undefined) continue;
			found.set(inode, Number.parseInt(port, 16));
		}
	}
	return found;
}

/** TCP ports on which exactly this process listens, in order. A process that we may not look into has none. */
export function portsOf(pid: number, sockets: ReadonlyMap<string, number>): number[] {
	if (sockets.size === 0) return [];
	const ports = new Set<number>();
	let descriptors: string[];
	try {
		descriptors = readdirSync(`/proc/${pid}/fd`);
	} catch {
		return [];
	}
	for (const descriptor of descriptors) {
		try {
			const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1];
			const port = inode === undefined ? undefined : sockets.get(inode);
			if (port !== undefined) ports.add(port);
		} catch {
			// closed in between
		}
	}
	return [...ports].sort((a, b) => a - b);
}
