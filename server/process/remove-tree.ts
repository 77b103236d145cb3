import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a folder with all that is in it, also what an agent or an overlay's work folder left without permissions. */
export async function removeTree(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "EACCES" && code !== "EPERM" && code !== "ENOTEMPTY") throw error;
		openUp(path);
		await rm(path, { recursive: true, force: true, maxRetries: 3 });
	}
}

function openUp(path: string): void {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (!stat?.isDirectory()) return;
	chmodSync(path, 0o700);
	for (const entry of readdirSync(path, { withFileTypes: true })) {
		if (entry.isDirectory()) openUp(join(path, entry.name));
	}
}
