import { DomainError } from "../domain/errors.ts";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";
import { sameEntry } from "./diff.ts";
import { hashFile } from "./hash-file.ts";
import { displayPath } from "./manifest-hash.ts";
import type { IgnorePolicy } from "./policy.ts";
import { readStable } from "./read-file.ts";
import { type Found, walk } from "./walk.ts";

export interface OverlayChange {
	/** latin1 bytes as in a manifest; a new folder ends in `/` and stands for all that is in it */
	path: string;
	change: "added" | "changed" | "deleted";
}

export interface OverlayOptions {
	/** the overlay's upper folder, no longer mounted */
	upper: string;
	/** what the lower folder holds */
	manifest: Manifest;
	/**
	 * What folders show in the mounted overlay (names as latin1), asked for those that stand in `upper` and below it: a
	 * folder that was deleted and made anew hides what was there without a mark that Node can read. See
	 * `process/overlay-listing.ts`. Without it such folders count as changed wholly.
	 */
	listMerged?: (folders: string[]) => Promise<Map<string, Set<string>>>;
}

/**
 * Exactly what was changed through an overlay, against the manifest of its lower folder. A file that was copied up and
 * is the same (touched, opened for writing) is no change.
 */
export async function overlayChanges(o: OverlayOptions): Promise<OverlayChange[]> {
	const lower = new Map(o.manifest.entries.map((entry) => [entry.path, entry]));
	const changes: OverlayChange[] = [];
	const copied: string[] = [];
	const newFolders = new Set<string>();
	const gone = new Set<string>();
	// what is inside of a new folder isn't looked at: the folder stands for all of it
	const policy = {
		patterns: [],
		ignores: (path: string) => newFolders.has(path.slice(0, Math.max(0, path.lastIndexOf("/")))),
	};
	for await (const folder of walk({ root: o.upper, policy })) {
		for (const found of folder) {
			const { path } = found;
			const was = lower.get(path);
			if (found.type === "special" && isWhiteout(found)) {
				if (!was) continue;
				changes.push({ path, change: "deleted" });
				if (was.type === "directory") gone.add(path);
			} else if (found.type === "directory") {
				if (was?.type === "directory") copied.push(path);
				else {
					newFolders.add(path);
					changes.push(was ? { path, change: "changed" } : { path: `${path}/`, change: "added" });
				}
			} else if (!was) changes.push({ path, change: "added" });
			else {
				const entry = await entryOf(found);
				if (entry === null || !sameEntry(was, entry)) changes.push({ path, change: "changed" });
				if (was.type === "directory") gone.add(path);
			}
		}
	}
	await findHidden(o, copied, lower, changes, gone);
	for (const entry of o.manifest.entries) {
		if (gone.size > 0 && insideOf(entry.path, gone)) changes.push({ path: entry.path, change: "deleted" });
	}
	return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Names of the lower folder that the mounted overlay doesn't show and that no whiteout accounts for. */
async function findHidden(
	o: OverlayOptions,
	copied: string[],
	lower: Map<string, ManifestEntry>,
	changes: OverlayChange[],
	gone: Set<string>,
): Promise<void> {
	if (copied.length === 0) return;
	const merged = await o.listMerged?.(copied);
	const known = new Set(changes.map((change) => change.path));
	const folders = new Set(copied);
	for (const entry of lower.values()) {
		const at = entry.path.lastIndexOf("/");
		const parent = entry.path.slice(0, Math.max(0, at));
		if (!folders.has(parent) || known.has(entry.path)) continue;
		if (merged === undefined) {
			throw new DomainError(
				"infrastructure",
				`Whether ${displayPath(parent)} was deleted and made anew can't be told without looking at the mounted overlay.`,
			);
		}
		if (merged.get(parent)?.has(entry.path.slice(at + 1))) continue;
		changes.push({ path: entry.path, change: "deleted" });
		if (entry.type === "directory") gone.add(entry.path);
	}
}

function insideOf(path: string, folders: Set<string>): boolean {
	for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
		if (folders.has(path.slice(0, at))) return true;
	}
	return false;
}

/** How an overlay marks what was deleted. */
function isWhiteout(found: Extract<Found, { type: "special" }>): boolean {
	return found.kind === "a character device" && found.stat.rdev === 0n;
}

async function entryOf(found: Exclude<Found, { type: "directory" }>): Promise<ManifestEntry | null> {
	const { path } = found;
	if (found.type === "link") return { type: "link", path, target: found.target };
	if (found.type !== "file") return null;
	const { value, stat } = await readStable(found.absolute, path, hashFile);
	if (value === null) return null;
	return {
		type: "file",
		path,
		mode: Number(stat.mode) & 0o777,
		size: Number(stat.size),
		sha256: value.sha256,
	};
}

export interface TesterChange {
	/** for people: UTF-8 */
	path: string;
	change: OverlayChange["change"];
	/** a candidate's file was changed or deleted: its evidence can't verify anything */
	violation: boolean;
	/** new, but of a kind that changes how the candidate's own code or tests run (`conftest.py`, `.env`, …) */
	steering: boolean;
}

/** Names that tools pick up by themselves. A new one doesn't touch the candidate, yet may bend what was observed. */
const steeringNames =
	/(?:^|\/)(?:conftest\.py|sitecustomize\.py|usercustomize\.py|[^/]+\.pth|pytest\.ini|tox\.ini|setup\.cfg|\.env(?:\.[^/]+)?|\.npmrc|\.babelrc[^/]*|tsconfig[^/]*\.json|package\.json|[^/]+\.config\.[cm]?[jt]s|Makefile|Dockerfile|vitest\.workspace\.[jt]s|jest\.setup\.[jt]s)$/;

/**
 * Judges what a tester did to its copy. A changed or deleted candidate file (also one that the policy would have left
 * out can't be meant: it isn't in the manifest) is a violation; new build, cache and test output is fine.
 */
export function classifyTesterChanges(
	changes: readonly OverlayChange[],
	manifest: Manifest,
	policy?: IgnorePolicy,
): TesterChange[] {
	const owned = new Set(manifest.entries.map((entry) => entry.path));
	return changes.map(({ path, change }) => {
		const display = displayPath(path);
		const bare = path.endsWith("/") ? path.slice(0, -1) : path;
		const ignored = policy?.ignores(bare, path.endsWith("/")) ?? false;
		return {
			path: display,
			change,
			violation: change !== "added" && owned.has(bare),
			steering: change === "added" && !ignored && steeringNames.test(display),
		};
	});
}
