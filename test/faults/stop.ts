import { readFileSync } from "node:fs";
import { until } from "./room.ts";
import { findStrays } from "./strays.ts";

/** Stops a process; a call of the system that is under way (an fsync) ends before. One that is gone is no error. */
export async function stopProcess(pid: number): Promise<void> {
	try {
		process.kill(pid, "SIGSTOP");
	} catch {
		return;
	}
	if (!(await until(() => restingStates.includes(stateOf(pid)), 20_000)))
		throw new Error(`process ${pid} can't be stopped`);
}

/** Stops whatever has to do with `texts`, until nobody is left who could start another. */
export async function stopAll(...texts: string[]): Promise<void> {
	for (;;) {
		const moving = findStrays(...texts).filter(({ pid }) => !restingStates.includes(stateOf(pid)));
		if (moving.length === 0) return;
		for (const { pid } of moving) await stopProcess(pid);
	}
}

/** stopped, a zombie, or gone */
const restingStates = ["T", "Z", "X", ""];

function stateOf(pid: number): string {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		return text.charAt(text.lastIndexOf(")") + 2);
	} catch {
		return "";
	}
}
