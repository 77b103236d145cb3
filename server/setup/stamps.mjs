import { createHash } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import path from "node:path";
import { buildDirectory, inRoot } from "./places.mjs";

const leftOut = /(^|\/)(node_modules|fixtures|generated|\.next|\.build)(\/|$)|\.test\.tsx?$|\.md$/;

/**
 * Hash of the contents of files and folders (relative to the root); what doesn't exist counts as absent.
 * By content, not by time: a checkout or a touch changes no result.
 */
export function hashOf(paths, accept = () => true) {
	const hash = createHash("sha256");
	for (const file of paths.flatMap((name) => filesOf(name)).sort()) {
		if (!accept(file)) continue;
		hash
			.update(`${file}\0`)
			.update(readFileSync(inRoot(file)))
			.update("\0");
	}
	return hash.digest("hex");
}

function filesOf(name) {
	const full = inRoot(name);
	if (!existsSync(full)) return [];
	if (!statSync(full).isDirectory()) return [name];
	return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
		const inside = path.posix.join(name, entry.name);
		if (leftOut.test(inside)) return [];
		return entry.isDirectory() ? filesOf(inside) : entry.isFile() ? [inside] : [];
	});
}

function stampFile(step) {
	return path.join(buildDirectory, "stamps", step);
}

/** What a step wrote when it was last done; null if it never was. */
export function readStamp(step) {
	try {
		return readFileSync(stampFile(step), "utf8");
	} catch {
		return null;
	}
}

export function removeStamp(step) {
	rmSync(stampFile(step), { force: true });
}

export function writeStamp(step, value) {
	writeWhole(stampFile(step), value);
}

/** Readers see the old file or the new one, never a part. */
export function writeWhole(file, content) {
	mkdirSync(path.dirname(file), { recursive: true });
	const draft = `${file}.${process.pid}.new`;
	writeFileSync(draft, content);
	renameSync(draft, file);
}
