import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTimeOf } from "../../process/identity.ts";

const prefix = "fuseline-look-";

export interface SocketFolder {
	/** mounted into the tester's sandbox */
	mounted: string;
	/** in `mounted` */
	socket: string;
	/** beside it, where no sandbox sees it: between runner and browser */
	inner: string;
	remove(): Promise<void>;
}

/**
 * A private folder for the sockets of one call. Not in the data directory: a socket's path ends at 107 bytes, and theirs
 * may be longer. What a killed runner left is removed with the next one.
 */
export async function openSocketFolder(): Promise<SocketFolder> {
	await removeLeftOver();
	const root = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
	const mounted = join(root, "at");
	await mkdir(mounted, { mode: 0o700 });
	return {
		mounted,
		socket: join(mounted, "s"),
		inner: join(root, "b"),
		remove: () => rm(root, { recursive: true, force: true }),
	};
}

async function removeLeftOver(): Promise<void> {
	for (const name of await readdir(tmpdir()).catch(() => [])) {
		const pid = name.startsWith(prefix) ? Number(/^\d+/.exec(name.slice(prefix.length))?.[0]) : Number.NaN;
		if (Number.isNaN(pid) || startTimeOf(pid) !== null) continue;
		await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
	}
}
