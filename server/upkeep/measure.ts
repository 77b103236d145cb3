import { lstatSync, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Bytes that a file takes on its disk; 0 if it isn't there. Never opens it: that would drop SQLite's locks. */
export function fileBytes(file: string): number {
	const stat = lstatSync(file, { throwIfNoEntry: false });
	return stat === undefined ? 0 : blocks(stat);
}

/** A database with its log and index. */
export function databaseBytes(file: string): number {
	return fileBytes(file) + fileBytes(`${file}-wal`) + fileBytes(`${file}-shm`);
}

/** Bytes that a tree takes on its disk; what vanishes meanwhile counts nothing. Links aren't followed. */
export async function treeBytes(root: string): Promise<number> {
	let sum = 0;
	const folders = [root];
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
		for (const entry of entries) {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) folders.push(path);
			const stat = await lstat(path).catch(() => null);
			if (stat !== null) sum += blocks(stat);
		}
	}
	return sum;
}

function blocks(stat: Stats): number {
	return stat.blocks * 512;
}
