import { spendReserve } from "./reserve.ts";

/** The disk or the database refused a write (or a read): nothing of ours is wrong, and nothing goes on before it is mended. */
export function isStorageFault(error: unknown): boolean {
	const { syscall } = (error ?? {}) as { syscall?: unknown };
	// without a free inode Node's recursive mkdir looks for the folder that it couldn't make, and says so
	if (codeOf(error) === "ENOENT" && syscall === "mkdir") return true;
	return /^(ENOSPC|EDQUOT|EROFS|EIO|SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN))/.test(codeOf(error));
}

function isFull(error: unknown): boolean {
	return /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
	const code = (error as { code?: unknown } | null)?.code;
	return typeof code === "string" ? code : "";
}

/** A short write that has to be recorded also when the disk is full: tried again with the reserve given up. */
export function withReserve<T>(dataDirectory: string, write: () => T): T {
	try {
		return write();
	} catch (error) {
		if (!isFull(error) || !spendReserve(dataDirectory)) throw error;
		return write();
	}
}
