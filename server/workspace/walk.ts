import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import { displayPath } from "./manifest-hash.ts";
import type { IgnorePolicy } from "./policy.ts";

/** One thing in a folder tree, as found. `path` is latin1 (one character per byte), relative to the root. */
export type Found =
	| { type: "directory"; path: string; absolute: Buffer; stat: BigIntStats }
	| { type: "file"; path: string; absolute: Buffer; stat: BigIntStats }
	| { type: "link"; path: string; absolute: Buffer; target: string }
	/** device, socket, pipe: `kind` says which */
	| { type: "special"; path: string; absolute: Buffer; kind: string; stat: BigIntStats };

/** Other work gets its turn after so much time. */
const sliceMs = 20;

export interface WalkOptions {
	root: string;
	/** null: everything */
	policy: IgnorePolicy | null;
	/** an ignored path, folders without what is in them */
	onIgnored?: (path: string) => void;
}

/**
 * Walks a tree by bytes, folders before what is in them, never following a link; gives the entries of one folder at a
 * time (an iterator step per file would cost more than reading it). A folder that changes while it is read is read
 * again, up to five times.
 * @throws DomainError("infrastructure") "unstable" or unreadable, naming the path
 */
export async function* walk(o: WalkOptions): AsyncGenerator<Found[]> {
	const queue: { absolute: Buffer; path: string }[] = [{ absolute: Buffer.from(o.root), path: "" }];
	let until = performance.now() + sliceMs;
	for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
		const entries = readFolder(folder.absolute, folder.path, o);
		for (const found of entries) {
			if (found.type === "directory") queue.push({ absolute: found.absolute, path: found.path });
		}
		yield entries;
		if (performance.now() > until) {
			await yieldToLoop();
			until = performance.now() + sliceMs;
		}
	}
}

const tries = 5;

function readFolder(absolute: Buffer, path: string, o: WalkOptions): Found[] {
	for (let attempt = 0; attempt < tries; attempt++) {
		try {
			const before = lstatSync(absolute, { bigint: true });
			if (!before.isDirectory()) throw unstable(path);
			const found: Found[] = [];
			const ignored: string[] = [];
			for (const entry of readdirSync(absolute, { encoding: "buffer" })) {
				const one = look(entry, absolute, path, o, ignored);
				if (one) found.push(one);
			}
			const after = lstatSync(absolute, { bigint: true });
			if (after.ino !== before.ino || after.ctimeNs !== before.ctimeNs) continue;
			for (const name of ignored) o.onIgnored?.(name);
			return found;
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === "ENOENT" || code === "ENOTDIR" || code === "EINVAL") continue;
			if (error instanceof DomainError) throw error;
			throw new DomainError(
				"infrastructure",
				`${displayPath(path) || o.root} can't be read (${code ?? (error as Error).message}). Make it readable, or leave it out by a pattern in "ignore".`,
			);
		}
	}
	throw unstable(path || ".");
}

function look(
	entry: Buffer,
	parent: Buffer,
	parentPath: string,
	o: WalkOptions,
	ignored: string[],
): Found | null {
	const absolute = Buffer.concat([parent, slash, entry]);
	const name = entry.toString("latin1");
	const path = parentPath === "" ? name : `${parentPath}/${name}`;
	const stat = lstatSync(absolute, { bigint: true });
	if (o.policy?.ignores(isAscii(path) ? path : displayPath(path), stat.isDirectory())) {
		ignored.push(path);
		return null;
	}
	if (stat.isFile()) return { type: "file", path, absolute, stat };
	if (stat.isDirectory()) return { type: "directory", path, absolute, stat };
	if (stat.isSymbolicLink()) {
		return { type: "link", path, absolute, target: readlinkSync(absolute, "buffer").toString("latin1") };
	}
	const kind = stat.isFIFO()
		? "a named pipe"
		: stat.isSocket()
			? "a socket"
			: stat.isCharacterDevice()
				? "a character device"
				: "a block device";
	return { type: "special", path, absolute, kind, stat };
}

const slash = Buffer.from("/");

function isAscii(text: string): boolean {
	for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7e) return false;
	return true;
}

export function unstable(path: string): DomainError {
	return new DomainError(
		"infrastructure",
		`unstable: ${displayPath(path)} changes while it is read. Something still writes there; end it and try again.`,
	);
}
