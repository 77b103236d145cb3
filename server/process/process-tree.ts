import { readFileSync } from "node:fs";
import type { ControlGroup } from "./control-group.ts";
import { startTimeOf } from "./identity.ts";
import { carriesMarker, commandOf, findMarked, readProcessTable } from "./process-table.ts";
import { endAll, type ProcessIdentity, signal } from "./sweep.ts";

/**
 * Everything that one of our children started. A member is found by control group (where there is one), process group,
 * session, marker, or by having been
 * seen as a descendant; bubblewrap's own first process is such a descendant, and when it is gone the kernel has ended
 * all of its pid namespace.
 */
export interface ProcessTree {
	/** looks for new descendants; cheap while young, so that a short-lived wrapper's children are known */
	observe(): void;
	/** members that live now, the root included */
	members(): ProcessIdentity[];
	/** asks nicely: SIGTERM to everything but the sandbox's own wrappers (they would pull the rug away at once) */
	askToEnd(): void;
	/** ends everything for sure; see `endAll` */
	end(): Promise<number>;
}

export function trackTree(root: number, marker: string, group: ControlGroup | null): ProcessTree {
	const seen = new Map<number, string>();
	const rootStart = startTimeOf(root);
	if (rootStart !== null) seen.set(root, rootStart);
	// what is older than the root can't come from it; spares looking into every environment of the machine
	const rootTicks = Number(rootStart?.split(":").at(-1) ?? 0) || 0;

	function observe(): void {
		if (process.platform !== "linux") {
			members();
			return;
		}
		const queue = [root, ...seen.keys()];
		const visited = new Set<number>();
		for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
			if (visited.has(pid)) continue;
			visited.add(pid);
			if (pid !== root && startTimeOf(pid) !== seen.get(pid)) continue;
			for (const child of childrenOf(pid)) {
				const startTime = startTimeOf(child);
				if (startTime === null) continue;
				seen.set(child, startTime);
				queue.push(child);
			}
		}
	}

	function members(): ProcessIdentity[] {
		const rows = readProcessTable();
		const children = new Map<number, number[]>();
		for (const row of rows) {
			const siblings = children.get(row.parent);
			if (siblings) siblings.push(row.pid);
			else children.set(row.parent, [row.pid]);
		}
		const found = new Map<number, string>();
		const queue: number[] = [];
		const marked =
			process.platform === "linux" ? null : new Set(findMarked(marker).map((process) => process.pid));
		const grouped = new Set(group?.pids());
		for (const row of rows) {
			if (row.pid === process.pid) continue;
			if (
				grouped.has(row.pid) ||
				row.group === root ||
				row.session === root ||
				seen.get(row.pid) !== undefined ||
				(marked === null ? row.started >= rootTicks && carriesMarker(row.pid, marker) : marked.has(row.pid))
			) {
				queue.push(row.pid);
			}
		}
		for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
			if (found.has(pid)) continue;
			const startTime = startTimeOf(pid);
			if (startTime === null) continue;
			const known = seen.get(pid);
			// a reused pid: somebody else's process, unless it is a member for another reason (found in the next look)
			if (known !== undefined && known !== startTime) {
				seen.delete(pid);
				continue;
			}
			found.set(pid, startTime);
			seen.set(pid, startTime);
			queue.push(...(children.get(pid) ?? []));
		}
		return [...found].map(([pid, startTime]) => ({ pid, startTime }));
	}

	return {
		observe,
		members,
		askToEnd() {
			for (const member of members()) {
				if (isSandboxWrapper(commandOf(member.pid))) continue;
				signal(member, "SIGTERM");
				// a stopped process gets the signal only once it goes on
				signal(member, "SIGCONT");
			}
		},
		end() {
			group?.kill();
			return endAll(members);
		},
	};
}

function childrenOf(pid: number): number[] {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
	} catch {
		return [];
	}
}

/** Whether this command line is the sandbox itself, and not what runs in it. */
export function isSandboxWrapper(command: string): boolean {
	return /^(?:\S*\/)?bwrap\s/.test(command);
}
