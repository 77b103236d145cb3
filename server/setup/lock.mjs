import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildDirectory } from "./places.mjs";
import { say } from "./progress.mjs";

const file = path.join(buildDirectory, "setup.lock");

/** Holds the machine's only set-up of this checkout while `work` runs; another one waits instead of building twice. */
export async function withLock(work) {
	mkdirSync(buildDirectory, { recursive: true });
	let said = false;
	while (!take()) {
		const holder = readHolder();
		if (holder !== null && !lives(holder)) {
			rmSync(file, { force: true });
			continue;
		}
		if (!said)
			say(`another set-up of this checkout is running (process ${holder?.pid ?? "?"}); waiting for it`);
		said = true;
		await sleep(200);
	}
	const release = () => rmSync(file, { force: true });
	process.once("exit", release);
	try {
		return await work();
	} finally {
		process.off("exit", release);
		release();
	}
}

function take() {
	try {
		const descriptor = openSync(file, "wx");
		writeSync(descriptor, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
		closeSync(descriptor);
		return true;
	} catch (error) {
		if (error.code === "EEXIST") return false;
		throw error;
	}
}

/** Null while the file is being written. */
function readHolder() {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return null;
	}
}

function lives({ pid, start }) {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if (error.code === "ESRCH") return false;
	}
	return start === startOf(pid);
}

/** Tells a process from a later one with the same number; null where the system doesn't say. */
function startOf(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
	} catch {
		return null;
	}
}
