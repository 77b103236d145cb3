import { execFile } from "node:child_process";

const withinMs = 120_000;

/**
 * Puts on the disk whatever was written to the file system on which `path` lies: files that an agent wrote are nobody's
 * to flush one by one, and a power cut empties what only the cache knows. `sync -f` where there is one (coreutils), else
 * `sync` for all of the machine.
 * @throws the system's error if neither can be had
 */
export async function flushFileSystem(path: string): Promise<void> {
	await run(["-f", path]).catch(() => run([]));
}

function run(args: string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		execFile("sync", args, { timeout: withinMs }, (error) => (error ? reject(error) : resolve()));
	});
}
