/*
 * What the kernel's texts about control groups (cgroup v2) say; see cgroups(7) and the kernel's
 * Documentation/admin-guide/cgroup-v2.rst.
 */

/** Controllers that can hold a limit of ours. */
export type Controller = "memory" | "pids";

/**
 * The folder of our own group.
 * @param cgroup `/proc/self/cgroup`: the line `0::PATH` is that of the second version
 * @param mountinfo `/proc/self/mountinfo`: where that hierarchy is mounted, in whole or from some group on
 * @returns null where there is none, or where the mount doesn't show our group
 */
export function ownGroupFolder(cgroup: string, mountinfo: string): string | null {
	const path = /^0::(\/.*)$/m.exec(cgroup)?.[1];
	if (path === undefined || path.split("/").includes("..") || path.endsWith(" (deleted)")) return null;
	for (const line of mountinfo.split("\n")) {
		const [mount, kind] = line.split(" - ");
		if (!kind?.startsWith("cgroup2 ")) continue;
		const [, , , root, point] = (mount as string).split(" ").map(unescapeOctal);
		if (root === undefined || point === undefined) continue;
		const below = root === "/" ? path : path === root ? "/" : inside(path, root);
		if (below !== null) return below === "/" ? point : `${point}${below}`;
	}
	return null;
}

/** Which controllers a list (`cgroup.controllers`, `cgroup.subtree_control`) names. */
export function controllersIn(text: string): Controller[] {
	const names = text.trim().split(/\s+/);
	return (["memory", "pids"] as const).filter((name) => names.includes(name));
}

/** One figure of a flat keyed file (`memory.events`, `pids.events`, `cpu.stat`); null where it isn't there. */
export function figureIn(text: string, key: string): number | null {
	const line = text.split("\n").find((one) => one.startsWith(`${key} `));
	const figure = Number(line?.slice(key.length + 1));
	return line === undefined || !Number.isFinite(figure) ? null : figure;
}

function inside(path: string, root: string): string | null {
	return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}

function unescapeOctal(text: string): string {
	return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
		String.fromCharCode(Number.parseInt(digits, 8)),
	);
}
