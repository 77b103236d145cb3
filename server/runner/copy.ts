import { cp, mkdir } from "node:fs/promises";
import type { Manifest } from "../domain/manifest.ts";
import { faultPoint } from "../fault-point.ts";
import { listMerged } from "../process/overlay-listing.ts";
import { removeTree } from "../process/remove-tree.ts";
import type { Confinement } from "../process/sandbox.ts";
import { diffManifests } from "../workspace/diff.ts";
import { type OverlayChange, overlayChanges } from "../workspace/overlay-changes.ts";
import { hashTree } from "../workspace/verify.ts";
import { childMarker, type RunContext } from "./run-context.ts";
import type { LayerPaths } from "./run-paths.ts";
import { harnessPaths } from "./state-paths.ts";

/** Where a role or command sees its disposable copy of a candidate, and how it is made. */
export interface Place {
	/** the path as the process sees it */
	at: string;
	overlay: Confinement["workspace"]["overlay"];
	/** folder that holds what the process wrote: the overlay's upper layer, or the whole plain copy */
	written: string;
}

/**
 * A disposable copy: read-only layers (first = uppermost) below, what is written above. Where overlays don't work the
 * layers are copied, and what changed is found by hashing.
 */
export async function placeCopy(context: RunContext, lower: string[], layer: LayerPaths): Promise<Place> {
	for (const directory of [layer.upper, layer.work, layer.merged]) {
		await mkdir(directory, { recursive: true, mode: 0o700 });
	}
	if (context.sandbox.level === "enforced" && context.sandbox.overlay) {
		await mkdir(context.paths.workspace, { recursive: true, mode: 0o700 });
		return { at: context.paths.workspace, overlay: { lower, ...layer }, written: layer.upper };
	}
	for (const source of [...lower].reverse()) {
		await cp(source, layer.merged, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
	}
	return { at: layer.merged, overlay: null, written: layer.merged };
}

/** What a process changed in its copy of a candidate. */
export async function changesIn(
	context: RunContext,
	place: Place,
	manifest: Manifest,
): Promise<OverlayChange[]> {
	const { overlay } = place;
	if (overlay !== null) {
		const list = (folders: string[]) => listMerged(overlay, folders, childMarker(context));
		return overlayChanges({ upper: place.written, manifest, listMerged: list });
	}
	const now = await hashTree({ root: place.written, policy: context.policy });
	const words = { add: "added", update: "changed", delete: "deleted" } as const;
	return diffManifests(manifest, now.manifest).map(({ path, change }) => ({ path, change: words[change] }));
}

export interface Copy {
	stdout: string;
	stderr: string;
	scratch: string;
	place: Place;
	confinement: Confinement;
	/** folder in which to start the process itself (the sandbox changes to the copy) */
	cwd: string;
	remove(): Promise<void>;
	/**
	 * After the command has failed. Where there is no room, what it wrote goes first: if that is enough, it has used up the
	 * room itself, and its failure is its own.
	 * @throws LeaveRun when there is still no room: then the failure says nothing about the candidate
	 */
	demandSpace(): Promise<void>;
}

/** A copy for one command or server of an examination. */
export async function makeCopy(
	context: RunContext,
	lower: string[],
	examinationId: string,
	name: string,
): Promise<Copy> {
	const paths = context.paths.copy(examinationId, name);
	await removeTree(paths.root);
	await mkdir(paths.scratch, { recursive: true, mode: 0o700 });
	const place = await placeCopy(context, lower, paths.layer);
	faultPoint("copy.made");
	return {
		stdout: paths.stdout,
		stderr: paths.stderr,
		scratch: paths.scratch,
		place,
		confinement: {
			workspace: { at: place.at, mode: "read-write", overlay: place.overlay },
			// Fuseline may itself be unpacked under a hidden folder such as /tmp
			readable: [context.host.repositoryRoot, context.host.harnessCache],
			writable: [paths.scratch],
			state: [],
			masked: [context.host.dataDirectory, ...harnessPaths(context.host)],
			chdir: place.at,
		},
		cwd: context.sandbox.level === "enforced" ? "/" : place.at,
		remove: () => removeTree(paths.root),
		async demandSpace() {
			if (context.control.hasSpace()) return;
			await removeTree(place.written);
			await mkdir(place.written, { recursive: true, mode: 0o700 });
			context.control.demandSpace();
		},
	};
}
