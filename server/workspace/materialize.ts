import {
	chmodSync,
	closeSync,
	constants,
	fchmodSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeSync,
} from "node:fs";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";
import type { ContentsReader } from "../evidence/contents.ts";
import { faultPoint } from "../fault-point.ts";
import { diffManifests } from "./diff.ts";
import { checkPath, displayPath, sortEntries } from "./manifest-hash.ts";

const sliceMs = 20;
const streamedBytes = 8 * 1024 * 1024;

export interface MaterializeOptions {
	manifest: Manifest;
	contents: ContentsReader;
	/** absent or empty */
	directory: string;
}

/**
 * Lays a version on disk, byte-, mode- and link-identical, whatever the umask. Links are made, never followed: every
 * parent must be a folder that the manifest itself lists.
 * @throws DomainError("conflict") if the folder isn't empty; ("infrastructure") for a damaged manifest or content
 */
export async function materialize(o: MaterializeOptions): Promise<void> {
	mkdirSync(o.directory, { recursive: true, mode: 0o755 });
	if (readdirSync(o.directory).length > 0) {
		throw new DomainError("conflict", `${o.directory} isn't empty. Give a new or an empty folder.`);
	}
	await lay(o.directory, sortEntries(o.manifest.entries), new Set(), o.contents);
}

/**
 * Turns a laid version into another one in place, at the cost of what differs. For a folder that nothing uses and that
 * holds exactly `before` (plus ignored paths, which stay); if this is cut off, throw the folder away.
 */
export async function rematerialize(o: MaterializeOptions & { before: Manifest }): Promise<void> {
	const changes = diffManifests(o.before, o.manifest);
	const after = new Map(o.manifest.entries.map((entry) => [entry.path, entry]));
	const before = new Map(o.before.entries.map((entry) => [entry.path, entry]));
	const folders = new Set(o.manifest.entries.filter((e) => e.type === "directory").map((e) => e.path));
	// what is in a folder goes before the folder
	for (const { path } of [...changes].reverse()) {
		const was = before.get(path);
		if (!was || (was.type === "directory" && after.get(path)?.type === "directory")) continue;
		rmSync(absolute(o.directory, path), { recursive: was.type === "directory", force: true });
	}
	const fresh = changes.map(({ path }) => after.get(path)).filter((entry) => entry !== undefined);
	await lay(o.directory, fresh, folders, o.contents);
}

async function lay(
	directory: string,
	entries: ManifestEntry[],
	folders: Set<string>,
	contents: ContentsReader,
): Promise<void> {
	const made = new Set(folders);
	let until = performance.now() + sliceMs;
	for (const entry of entries) {
		checkPath(entry.path);
		const parent = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf("/")));
		if (parent !== "" && !made.has(parent)) {
			throw new DomainError(
				"infrastructure",
				`This manifest is damaged: it names ${displayPath(entry.path)} but not its folder.`,
			);
		}
		const path = absolute(directory, entry.path);
		if (entry.type === "directory") {
			mkdirSync(path, 0o755);
			chmodSync(path, 0o755);
			made.add(entry.path);
		} else if (entry.type === "link") symlinkSync(Buffer.from(entry.target, "latin1"), path);
		else await layFile(path, entry, contents);
		if (performance.now() > until) {
			await yieldToLoop();
			until = performance.now() + sliceMs;
		}
	}
}

async function layFile(
	path: Buffer,
	entry: Extract<ManifestEntry, { type: "file" }>,
	contents: ContentsReader,
): Promise<void> {
	const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
	const descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
	try {
		faultPoint("materialize.file");
		if (entry.size <= streamedBytes) writeFully(descriptor, contents.get(entry.sha256));
		else for await (const chunk of contents.stream(entry.sha256)) writeFully(descriptor, chunk as Buffer);
		fchmodSync(descriptor, entry.mode & 0o777);
	} finally {
		closeSync(descriptor);
	}
	const { size } = lstatSync(path);
	if (size !== entry.size) {
		throw new DomainError(
			"infrastructure",
			`${displayPath(entry.path)} should have ${entry.size} bytes and has ${size}: the manifest or its content is damaged.`,
		);
	}
}

function writeFully(descriptor: number, bytes: Buffer): void {
	for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

function absolute(directory: string, path: string): Buffer {
	return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, "latin1")]);
}
