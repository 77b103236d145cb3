import path from "node:path";
import { DomainError } from "../domain/errors.ts";
import { takeInstanceLock } from "../store/instance-lock.ts";

/**
 * One gc or backup at a time for a data directory: what a backup copies must not be collected under it.
 * @throws DomainError `conflict`
 */
export async function withUpkeepLock<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
	const lock = takeInstanceLock(path.join(dataDirectory, "upkeep.lock"));
	if (!lock) {
		throw new DomainError("conflict", "A gc or a backup is under way already: wait until it is done.");
	}
	try {
		return await work();
	} finally {
		lock.release();
	}
}
