import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { type KeyShape, keyShapes } from "./key-shapes.ts";
import { withoutKnownSecrets } from "./known-secrets.ts";

/** How often each shape was found, by its name. */
export type RedactionCounts = Record<string, number>;

/** Takes known key shapes and known values out of a text: `[redacted: github token]` stands in their place. */
export function redactText(text: string, counts: RedactionCounts = {}): string {
	let result = withoutKnownSecrets(text, (name) => {
		counts[name] = (counts[name] ?? 0) + 1;
	});
	for (const shape of keyShapes) {
		if (shape.hint !== "" && !result.includes(shape.hint)) continue;
		result = result.replace(shape.pattern, (...match) => {
			if (!shape.isKey(match[0])) return match[0];
			counts[shape.name] = (counts[shape.name] ?? 0) + 1;
			return replacement(shape, match);
		});
	}
	return result;
}

/** The same for every string of a JSON value; gives a copy. */
export function redactValue<T>(value: T): T {
	if (typeof value === "string") return redactText(value) as T;
	if (Array.isArray(value)) return value.map((inner) => redactValue(inner)) as T;
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [redactText(key), redactValue(inner)]),
	) as T;
}

/** A text that may be JSON, where escapes could hide a key from a look at the text alone. */
export function redactJsonText(text: string): string {
	const plain = redactText(text);
	try {
		const value: unknown = JSON.parse(plain);
		const clean = JSON.stringify(redactValue(value));
		return clean === JSON.stringify(value) ? plain : clean;
	} catch {
		return plain;
	}
}

function replacement(shape: KeyShape, match: unknown[]): string {
	// a shape with a first group keeps it: `Authorization: Bearer `, `api_key=`
	const kept = shape.keepsPrefix ? String(match[1] ?? "") : "";
	return `${kept}[redacted: ${shape.name}]`;
}

/**
 * Redacts a stream of bytes. Bytes that aren't part of a key pass unchanged, also invalid UTF-8: the work is done on
 * latin1, one character per byte. Keys that lie across two chunks are found, since everything from the last line end
 * (at most 64 KiB, a whole private key block) is held back.
 */
export class Redactor {
	readonly counts: RedactionCounts = {};
	#held = "";

	push(chunk: Buffer): Buffer {
		const text = this.#held + chunk.toString("latin1");
		const cut = safeCut(text);
		this.#held = text.slice(cut);
		return Buffer.from(redactText(text.slice(0, cut), this.counts), "latin1");
	}

	end(): Buffer {
		const rest = redactText(this.#held, this.counts);
		this.#held = "";
		return Buffer.from(rest, "latin1");
	}
}

const longestHeld = 64 * 1024;

/** Where the text may be cut without cutting a key: at a line end outside of an open PEM block. */
function safeCut(text: string): number {
	let cut = text.lastIndexOf("\n") + 1;
	const open = text.lastIndexOf("-----BEGIN ");
	if (open !== -1 && text.indexOf("-----END ", open) === -1) cut = Math.min(cut, open);
	else if (open !== -1 && cut > open && cut <= text.indexOf("-----END ", open)) cut = open;
	if (text.length - cut <= longestHeld) return cut;
	// a very long line: cut at a character that no key holds
	const near = text.length - longestHeld / 16;
	const blank = Math.max(
		text.lastIndexOf(" ", near),
		text.lastIndexOf('"', near),
		text.lastIndexOf(",", near),
	);
	return blank > cut ? blank : text.length - 4096;
}

/** Replaces a file by its redacted form (0600), atomically. @returns what was found */
export async function redactFile(path: string): Promise<RedactionCounts> {
	const redactor = new Redactor();
	const partial = `${path}.redacted`;
	const descriptor = openSync(partial, "w", 0o600);
	try {
		for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
			writeFully(descriptor, redactor.push(chunk as Buffer));
		}
		writeFully(descriptor, redactor.end());
	} catch (error) {
		await rm(partial, { force: true });
		throw error;
	} finally {
		closeSync(descriptor);
	}
	if (Object.keys(redactor.counts).length === 0) await rm(partial, { force: true });
	else await rename(partial, path);
	return redactor.counts;
}

function writeFully(descriptor: number, bytes: Buffer): void {
	for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
