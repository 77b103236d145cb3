import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import { displayPath } from "./manifest-hash.ts";
import { unstable } from "./walk.ts";

/** More than this in one file is a mistake (a disk image, a core dump), and hashing it would take minutes. */
export const largestFileBytes = 2 * 1024 * 1024 * 1024;
const tries = 5;

/**
 * Opens a file without following a link or waiting on a pipe, and gives its descriptor to `use`. If the file changed
 * meanwhile (size, times, identity), that is done again, up to five times.
 * @throws DomainError("infrastructure") "unstable: path", or if the file is larger than 2 GiB
 */
export async function readStable<T>(
	absolute: Buffer,
	path: string,
	use: (descriptor: number, size: number) => T | Promise<T>,
): Promise<{ value: T; stat: BigIntStats }> {
	for (let attempt = 0; attempt < tries; attempt++) {
		const descriptor = tryOpen(absolute, path);
		if (descriptor === null) continue;
		try {
			let before = fstatSync(descriptor, { bigint: true });
			if (isYoung(before)) {
				await sleep(grainMs);
				before = fstatSync(descriptor, { bigint: true });
				if (isYoung(before)) continue;
			}
			if (!before.isFile()) throw unstable(path);
			if (before.size > BigInt(largestFileBytes)) throw tooLarge(path, before.size);
			const value = await use(descriptor, Number(before.size));
			const after = fstatSync(descriptor, { bigint: true });
			if (same(before, after)) return { value, stat: after };
		} finally {
			closeSync(descriptor);
		}
	}
	throw unstable(path);
}

/** A second write within the clock's grain would leave the same times, so such a file is let settle first. */
const grainMs = 20;

function isYoung(stat: BigIntStats): boolean {
	return Math.abs(Date.now() - Number(stat.ctimeNs / 1_000_000n)) < grainMs;
}

function same(a: BigIntStats, b: BigIntStats): boolean {
	return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.mode === b.mode;
}

function tryOpen(absolute: Buffer, path: string): number | null {
	try {
		return openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ELOOP" || code === "ENXIO") return null;
		throw new DomainError(
			"infrastructure",
			`${displayPath(path)} can't be read (${code}). Make it readable, or leave it out by a pattern in "ignore".`,
		);
	}
}

/** Exactly `size` bytes, or null if the file has become shorter or longer meanwhile. */
export function readExactly(descriptor: number, size: number): Buffer | null {
	const buffer = Buffer.allocUnsafe(size);
	let filled = 0;
	while (filled < size) {
		const count = readSync(descriptor, buffer, filled, size - filled, filled);
		if (count === 0) return null;
		filled += count;
	}
	return buffer;
}

function tooLarge(path: string, size: bigint): DomainError {
	return new DomainError(
		"infrastructure",
		`${displayPath(path)} has ${size} bytes; a candidate's file may have at most 2 GiB. Delete it, or leave it out by a pattern in "ignore".`,
	);
}
