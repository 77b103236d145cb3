import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DomainError } from "../domain/errors.ts";
import { faultPoint } from "../fault-point.ts";
import {
	chunkBytes,
	chunkKey,
	openContentsDatabase,
	statementsOf,
	sweepUnfinished,
} from "./contents-database.ts";

/** Bytes together with their hash, as the caller has just computed it. */
export interface HashedBytes {
	sha256: string;
	bytes: Buffer;
}

/** The part that a freeze needs. */
export interface ContentsWriter {
	/** which of these aren't stored, or are about to be collected unless they are stored again */
	missing(sha256s: Iterable<string>): string[];
	/** stores all of them, each durable when this resolves; known ones cost nothing */
	putMany(items: Iterable<HashedBytes>): Promise<void>;
	/** stores a file of any size without holding it in memory */
	putFile(path: string | Buffer): Promise<{ sha256: string; size: number }>;
}

/** The part that laying a tree on disk needs. */
export interface ContentsReader {
	/** @throws DomainError if the content is missing or its bytes don't have that hash any more */
	get(sha256: string): Buffer;
	/** bytes; null if it isn't there */
	size(sha256: string): number | null;
	/** all bytes in order; the stream fails at its end if they don't have that hash any more */
	stream(sha256: string): Readable;
}

/** Bytes by sha256 in one SQLite file. What is there is whole: a content's row is written last. */
export interface Contents extends ContentsWriter, ContentsReader {
	has(sha256: string): boolean;
	/** reads all bytes and hashes them */
	verify(sha256: string): "whole" | "damaged" | "missing";
	/** @returns the sha256; the bytes are durable on return */
	put(bytes: Buffer): string;
	/** A slice, for paging through a large content; shorter at the end. Not checked against the hash. */
	read(sha256: string, offset: number, length: number): Buffer;
	/** every content's sha256 and size, for verification and gc */
	list(): IterableIterator<{ sha256: string; size: number }>;
	/** takes the bytes of these away (gc: what no row names any more) and gives the space back to the file */
	remove(sha256s: Iterable<string>): number;
	close(): void;
}

/** A transaction ends after so much time, so that parallel runs don't wait for each other. */
const sliceMs = 50;

/**
 * Opens (and makes, unless `readonly`) a contents file: WAL, `synchronous=FULL`, both read back.
 * @throws DomainError("infrastructure") if it can't be opened or the settings don't hold
 */
export function openContents(file: string, options: { readonly?: boolean } = {}): Contents {
	const db = openContentsDatabase(file, options.readonly ?? false);
	const sql = statementsOf(db);
	if (!options.readonly) sweepUnfinished(db);
	faultPoint("contents.opened");

	function row(sha256: string) {
		const found = sql.find.get(Buffer.from(sha256, "hex"));
		if (!found) throw missing(sha256);
		return found;
	}

	function insertWhole(digest: Buffer, bytes: Buffer): void {
		const packed = pack(bytes);
		sql.insert.run(digest, bytes.length, packed.coding, packed.bytes);
	}

	function insertLarge(digest: Buffer, bytes: Buffer): void {
		const { large } = sql.begin.get(Date.now()) as { large: number };
		for (let offset = 0, seq = 0; offset < bytes.length; offset += chunkBytes, seq++) {
			const packed = pack(bytes.subarray(offset, offset + chunkBytes));
			sql.insertChunk.run(chunkKey(large, seq), packed.coding, packed.bytes);
		}
		sql.insertLarge.run(digest, bytes.length, large);
		sql.finish.run(large);
	}

	function insertIfNew({ sha256, bytes }: HashedBytes): string {
		const digest = Buffer.from(sha256, "hex");
		if (!sql.known.get(digest)) (bytes.length <= chunkBytes ? insertWhole : insertLarge)(digest, bytes);
		// somebody wants it again: gc must not take it (contents-upkeep.ts says why that is enough)
		else sql.pardon?.run(digest);
		return sha256;
	}

	const putOne = db.transaction(insertIfNew).immediate;
	const put = (bytes: Buffer) => {
		const sha256 = putOne({ sha256: createHash("sha256").update(bytes).digest("hex"), bytes });
		faultPoint("contents.stored");
		return sha256;
	};

	async function putMany(items: Iterable<HashedBytes>): Promise<void> {
		const iterator = items[Symbol.iterator]();
		const slice = db.transaction(() => {
			const until = performance.now() + sliceMs;
			for (;;) {
				const next = iterator.next();
				if (next.done) return false;
				insertIfNew(next.value);
				if (performance.now() > until) return true;
			}
		}).immediate;
		while (slice()) await yieldToLoop();
	}

	async function putFile(path: string | Buffer): Promise<{ sha256: string; size: number }> {
		const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		try {
			const stat = fstatSync(descriptor);
			if (!stat.isFile()) throw new DomainError("invalid_input", `${path} isn't an ordinary file.`);
			if (stat.size <= chunkBytes) {
				const bytes = readWhole(descriptor, stat.size + 1);
				if (bytes.length <= chunkBytes) return { sha256: put(bytes), size: bytes.length };
			}
			return await putLargeFile(descriptor);
		} finally {
			closeSync(descriptor);
		}
	}

	/** One pass: chunks go in slice by slice under an id that no content has yet; the last transaction names it. */
	async function putLargeFile(descriptor: number): Promise<{ sha256: string; size: number }> {
		const hash = createHash("sha256");
		const { large } = sql.begin.get(Date.now()) as { large: number };
		faultPoint("contents.begun");
		const buffer = Buffer.allocUnsafe(chunkBytes);
		let size = 0;
		let seq = 0;
		const slice = db.transaction(() => {
			const until = performance.now() + sliceMs;
			do {
				const count = readFully(descriptor, buffer, size);
				if (count === 0) return false;
				const bytes = buffer.subarray(0, count);
				hash.update(bytes);
				const packed = pack(bytes);
				sql.insertChunk.run(chunkKey(large, seq++), packed.coding, packed.bytes);
				size += count;
			} while (performance.now() < until);
			faultPoint("contents.slice");
			return true;
		}).immediate;
		while (slice()) await yieldToLoop();
		const digest = hash.digest();
		faultPoint("contents.finishing");
		db.transaction(() => {
			if (sql.known.get(digest)) {
				sql.dropChunks.run(chunkKey(large, 0), chunkKey(large + 1, 0));
				sql.pardon?.run(digest);
			} else sql.insertLarge.run(digest, size, large);
			sql.finish.run(large);
		}).immediate();
		return { sha256: digest.toString("hex"), size };
	}

	function* chunksOf(sha256: string, from = 0): Generator<Buffer> {
		const found = row(sha256);
		if (found.bytes !== null) {
			yield unpack(found.coding, found.bytes, sha256);
			return;
		}
		for (let seq = from; seq * chunkBytes < found.size; seq++) {
			const chunk = sql.chunk.get(chunkKey(found.large ?? 0, seq));
			if (!chunk) throw damaged(sha256);
			yield unpack(chunk.coding, chunk.bytes, sha256);
		}
	}

	function* checkedChunks(sha256: string): Generator<Buffer> {
		const hash = createHash("sha256");
		for (const chunk of chunksOf(sha256)) {
			hash.update(chunk);
			yield chunk;
		}
		if (hash.digest("hex") !== sha256) throw damaged(sha256);
	}

	return {
		verify(sha256) {
			try {
				for (const _ of checkedChunks(sha256));
				return "whole";
			} catch (error) {
				return error instanceof DomainError && error.code === "not_found" ? "missing" : "damaged";
			}
		},
		has: (sha256) => sql.known.get(Buffer.from(sha256, "hex")) !== undefined,
		missing: db.transaction((sha256s: Iterable<string>) =>
			[...sha256s].filter((sha256) => {
				const digest = Buffer.from(sha256, "hex");
				return sql.known.get(digest) === undefined || sql.isCondemned?.get(digest) !== undefined;
			}),
		).deferred,
		put,
		putMany,
		putFile,
		get(sha256) {
			const parts = [...checkedChunks(sha256)];
			return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
		},
		read(sha256, offset, length) {
			const from = Math.floor(offset / chunkBytes);
			const chunked = row(sha256).bytes === null;
			const parts: Buffer[] = [];
			let position = chunked ? from * chunkBytes : 0;
			for (const chunk of chunksOf(sha256, from)) {
				const start = Math.max(0, offset - position);
				const end = Math.min(chunk.length, offset + length - position);
				if (end > start) parts.push(chunk.subarray(start, end));
				position += chunk.length;
				if (position >= offset + length) break;
			}
			return Buffer.concat(parts);
		},
		size: (sha256) => sql.size.get(Buffer.from(sha256, "hex"))?.size ?? null,
		stream: (sha256) => Readable.from(checkedChunks(sha256), { objectMode: false }),
		*list() {
			for (const found of sql.list.iterate()) {
				yield { sha256: found.sha256.toString("hex"), size: found.size };
			}
		},
		remove(sha256s) {
			let count = 0;
			db.transaction(() => {
				for (const sha256 of sha256s) {
					const digest = Buffer.from(sha256, "hex");
					const large = sql.find.get(digest)?.large;
					if (typeof large === "number") sql.dropChunks.run(chunkKey(large, 0), chunkKey(large + 1, 0));
					count += sql.remove.run(digest).changes;
				}
			}).immediate();
			return count;
		},
		close: () => {
			db.close();
		},
	};
}

/** Deflate level 1 where it shrinks; pictures and archives stay as they are. */
function pack(bytes: Buffer): { coding: 0 | 1; bytes: Buffer } {
	if (bytes.length < 128) return { coding: 0, bytes };
	// a sample tells whether a long chunk can shrink at all: pictures and archives aren't worth the time
	if (bytes.length > 64 * 1024) {
		const sample = bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 16 * 1024);
		if (deflateRawSync(sample, { level: 1 }).length > sample.length * 0.95) return { coding: 0, bytes };
	}
	const packed = deflateRawSync(bytes, { level: 1 });
	return packed.length < bytes.length ? { coding: 1, bytes: packed } : { coding: 0, bytes };
}

function unpack(coding: number, bytes: Buffer, sha256: string): Buffer {
	if (coding === 0) return bytes;
	try {
		return inflateRawSync(bytes, { maxOutputLength: chunkBytes });
	} catch {
		throw damaged(sha256);
	}
}

function readFully(descriptor: number, buffer: Buffer, position: number): number {
	let filled = 0;
	while (filled < buffer.length) {
		const count = readSync(descriptor, buffer, filled, buffer.length - filled, position + filled);
		if (count === 0) break;
		filled += count;
	}
	return filled;
}

function readWhole(descriptor: number, limit: number): Buffer {
	const buffer = Buffer.allocUnsafe(limit);
	return buffer.subarray(0, readFully(descriptor, buffer, 0));
}

function missing(sha256: string): DomainError {
	return new DomainError("not_found", `The content ${sha256} isn't stored (it may have been removed by gc).`);
}

function damaged(sha256: string): DomainError {
	return new DomainError(
		"infrastructure",
		`The stored bytes of content ${sha256} are damaged. Restore the contents file of this project from a backup.`,
	);
}
