import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process and all that it started, directly or not; Linux only, as all of this file. */
export function processTree(pid: number): number[] {
	const parents = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
	const tree = [pid];
	for (const member of tree)
		tree.push(...parents.filter(({ parent }) => parent === member).map((one) => one.pid));
	return tree;
}

/** Parent of a process; null if it is gone. */
export function parentOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
	} catch {
		return null;
	}
}

/** `address:port` of every TCP socket that a process or one of its children listens on; IPv6 ones as `ipv6:port`. */
export function listeningOf(pid: number): string[] {
	const inodes = new Set(processTree(pid).flatMap(socketsOf));
	const rows = (file: string) =>
		readFileSync(file, "utf8")
			.split("\n")
			.slice(1)
			.map((line) => line.trim().split(/\s+/))
			.filter((fields) => fields[3] === "0A" && inodes.has(fields[9] ?? ""))
			.map((fields) => (fields[1] ?? "").split(":"));
	const four = rows("/proc/net/tcp").map(
		([address, port = ""]) =>
			`${address === "0100007F" ? "127.0.0.1" : address}:${Number.parseInt(port, 16)}`,
	);
	const six = rows("/proc/net/tcp6").map(([, port = ""]) => `ipv6:${Number.parseInt(port, 16)}`);
	return [...four, ...six].sort();
}

/** Socket files on which a process or one of its children listens. */
export function unixSocketsOf(pid: number): string[] {
	const inodes = new Set(processTree(pid).flatMap(socketsOf));
	return readFileSync("/proc/net/unix", "utf8")
		.split("\n")
		.slice(1)
		.map((line) => line.trim().split(/\s+/))
		.filter((fields) => fields[3] === "00010000" && inodes.has(fields[6] ?? "") && fields[7]?.startsWith("/"))
		.map((fields) => fields[7] as string);
}

function socketsOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
			try {
				return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? [];
			} catch {
				return [];
			}
		});
	} catch {
		return [];
	}
}
