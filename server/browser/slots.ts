import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, startTimeOf } from "../process/identity.ts";

const pollMs = 200;

export interface Slot {
	release(): Promise<void>;
}

/**
 * Waits until this process may start one more browser on this machine. Each waiter lays down a ticket whose name holds
 * time, process id and start time; the `limit` oldest living tickets may run. A ticket of a dead process is removed by
 * whoever sees it: names are never reused, so nobody can remove a living one by mistake.
 */
export async function takeSlot(directory: string, limit: number, signal?: AbortSignal): Promise<Slot> {
	await mkdir(directory, { recursive: true, mode: 0o700 });
	const time = String(Date.now()).padStart(14, "0");
	const order = String(process.hrtime.bigint()).padStart(20, "0");
	const start = encodeURIComponent(startTimeOf(process.pid) ?? "unknown");
	const name = `${time}.${order}.${process.pid}.${start}`;
	const path = join(directory, name);
	await writeFile(path, "", { flag: "wx", mode: 0o600 });
	const release = () => rm(path, { force: true });
	try {
		while (!(await living(directory)).slice(0, limit).includes(name)) {
			await sleep(pollMs, undefined, { signal });
		}
	} catch (error) {
		await release();
		throw error;
	}
	return { release };
}

async function living(directory: string): Promise<string[]> {
	const names = (await readdir(directory)).sort();
	const alive: string[] = [];
	for (const name of names) {
		const match = /^\d+\.\d+\.(\d+)\.(.+)$/.exec(name);
		if (match === null) continue;
		if (isAlive(Number(match[1]), decodeURIComponent(match[2] as string))) alive.push(name);
		else await rm(join(directory, name), { force: true });
	}
	return alive;
}
