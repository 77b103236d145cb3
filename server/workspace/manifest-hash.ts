import { createHash } from "node:crypto";
import { DomainError } from "../domain/errors.ts";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";

const header = "fuseline-manifest 1\n";

/**
 * The canonical bytes of a manifest. One line of ASCII facts per entry, sorted by path bytes (unsigned, byte by byte, of
 * the whole path, `/` between names), each path and target preceded by its length in bytes so that any byte may occur:
 *
 *     fuseline-manifest 1\n
 *     d <length>:<path>\n                                       a folder (its mode is always 0755)
 *     f <mode> <size> <sha256> <length>:<path>\n                a file; mode: 4 octal digits of the permission bits
 *     l <length>:<path> <length>:<target>\n                     a symbolic link
 *
 * Times, owners, extended attributes, hard links, setuid, setgid and sticky bits are not part of it. The order of
 * reading, the locale and the umask have no influence.
 * @throws DomainError on a path that no walker makes (empty, absolute, `..`, NUL, twice)
 */
export function encodeManifest(manifest: Manifest): Buffer {
	const entries = sortEntries(manifest.entries);
	const parts: string[] = [header];
	let previous: string | null = null;
	for (const entry of entries) {
		checkPath(entry.path);
		if (entry.path === previous) throw broken(`the path ${entry.path} stands in it twice`);
		previous = entry.path;
		parts.push(line(entry));
	}
	return Buffer.from(parts.join(""), "latin1");
}

function line(entry: ManifestEntry): string {
	const path = `${entry.path.length}:${entry.path}`;
	if (entry.type === "directory") return `d ${path}\n`;
	if (entry.type === "link") return `l ${path} ${entry.target.length}:${entry.target}\n`;
	return `f ${(entry.mode & 0o777).toString(8).padStart(4, "0")} ${entry.size} ${entry.sha256} ${path}\n`;
}

/** Paths are latin1 (one character per byte), so comparing UTF-16 units compares bytes. */
export function sortEntries(entries: readonly ManifestEntry[]): ManifestEntry[] {
	return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** The identity of a candidate: sha256 of the canonical bytes, in hex. */
export function treeHash(manifest: Manifest): string {
	return createHash("sha256").update(encodeManifest(manifest)).digest("hex");
}

/** @throws DomainError if the bytes aren't exactly what `encodeManifest` writes */
export function decodeManifest(bytes: Buffer): Manifest {
	const text = bytes.toString("latin1");
	if (!text.startsWith(header)) throw broken("it has no header of version 1");
	const entries: ManifestEntry[] = [];
	const facts = /d |f ([0-7]{4}) (\d{1,15}) ([0-9a-f]{64}) |l /y;
	for (let at = header.length; at < text.length; ) {
		facts.lastIndex = at;
		const match = facts.exec(text);
		if (!match) throw broken(`its byte ${at} begins no entry`);
		const path = counted(text, facts.lastIndex);
		at = path.end;
		if (match[0] === "d ") entries.push({ type: "directory", path: path.value, mode: 0o755 });
		else if (match[0] === "l ") {
			const target = counted(text, at + 1);
			entries.push({ type: "link", path: path.value, target: target.value });
			at = target.end;
		} else {
			entries.push({
				type: "file",
				path: path.value,
				mode: Number.parseInt(match[1] as string, 8),
				size: Number(match[2]),
				sha256: match[3] as string,
			});
		}
		if (text[at] !== "\n") throw broken(`its byte ${at} ends no entry`);
		at += 1;
	}
	const manifest = { entries };
	if (!encodeManifest(manifest).equals(bytes)) throw broken("it isn't in canonical form");
	return manifest;
}

function counted(text: string, at: number): { value: string; end: number } {
	const colon = text.indexOf(":", at);
	const digits = text.slice(at, colon);
	if (colon === -1 || !/^\d{1,7}$/.test(digits)) throw broken(`its byte ${at} is no length`);
	const end = colon + 1 + Number(digits);
	if (end > text.length) throw broken("it is cut off");
	return { value: text.slice(colon + 1, end), end };
}

/** Refuses what could lead out of a folder; also used before anything is laid on disk. */
export function checkPath(path: string): void {
	const bad = path
		.split("/")
		.some((name) => name === "" || name === "." || name === ".." || name.includes("\0"));
	if (bad) throw broken(`the path ${JSON.stringify(path)} isn't a plain relative path`);
}

function broken(why: string): DomainError {
	return new DomainError("infrastructure", `This manifest is damaged: ${why}.`);
}

/** For people: the path's bytes read as UTF-8, or escaped where they aren't. */
export function displayPath(path: string): string {
	const bytes = Buffer.from(path, "latin1");
	const text = bytes.toString("utf8");
	return Buffer.from(text, "utf8").equals(bytes)
		? text
		: path.replace(/[^\x20-\x7e]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
