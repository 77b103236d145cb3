import { type Dirent, lstatSync } from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Retention } from "../domain/retention.ts";
import type { GcItem, GcItemKind } from "../domain/upkeep-views.ts";
import { isAlive } from "../process/identity.ts";
import { findMarked } from "../process/process-table.ts";
import { removeTree } from "../process/remove-tree.ts";
import { runPaths } from "../runner/run-paths.ts";
import type { Store } from "../store/open.ts";
import { readPins } from "../store/pins.ts";
import type { RetainedRun } from "../store/retention-rows.ts";
import { readLiveness } from "../store/run-heads.ts";
import { fileBytes, treeBytes } from "./measure.ts";

/** A file or folder that can be laid or made anew, or that somebody left. */
export interface LooseFile {
	item: GcItem;
	path: string;
	/** asked once more when it is about to go; a cache may have come into use */
	stillLoose(path: string): boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

/** Workspaces of ended runs, unused caches, left-overs of processes that are gone. */
export async function looseFiles(
	config: Config,
	store: Store,
	runs: readonly RetainedRun[],
	policy: Retention,
	now: number,
): Promise<LooseFile[]> {
	const found: LooseFile[] = [];
	const older = (path: string, ms: number) => {
		const stat = lstatSync(path, { throwIfNoEntry: false });
		return stat !== undefined && stat.mtimeMs <= now - ms;
	};
	const add = async (
		kind: GcItemKind,
		path: string,
		what: string,
		why: string,
		runId: string | null,
		stillLoose: (path: string) => boolean = () => true,
	) => {
		const bytes = fileBytes(path) + (await treeBytes(path));
		found.push({ item: { kind, what, why, bytes, runId, candidateId: null }, path, stillLoose });
	};
	const pins = readPins(store);
	for (const run of runs) {
		if (run.status !== "ended" || pins.runs.has(run.id) || runnerLives(store, run.id)) continue;
		const { root } = runPaths(config.dataDirectory, run.id);
		for (const entry of await entriesOf(root)) {
			const path = join(root, entry.name);
			if (entry.name === "beside") {
				for (const room of await entriesOf(path)) {
					const marker = room.name.startsWith("open-")
						? room.name.replace("open-", "open:")
						: `examination:${room.name}`;
					const roomPath = join(path, room.name);
					if (!older(roomPath, hourMs) || findMarked(marker).length > 0) continue;
					if (run.candidates.some((candidate) => candidate.examined)) continue;
					await add(
						"temporary",
						roomPath,
						`${nameOf(run)}: what a visit or an examination left`,
						"its process is gone",
						run.id,
					);
				}
			} else {
				await add("workspace", path, `${nameOf(run)}: ${entry.name}`, "the run has ended", run.id);
			}
		}
	}
	const setup = join(config.dataDirectory, "cache", "setup");
	for (const entry of await entriesOf(setup)) {
		const path = join(setup, entry.name);
		if (entry.name.includes(".")) {
			if (older(path, dayMs))
				await add(
					"temporary",
					path,
					`unfinished cache ${entry.name.slice(0, 12)}`,
					"its process is gone",
					null,
				);
		} else if (older(path, policy.cacheDays * dayMs)) {
			const why = `not used for ${policy.cacheDays} days`;
			await add("cache", path, `setup cache ${entry.name.slice(0, 12)}`, why, null, (at) =>
				older(at, policy.cacheDays * dayMs),
			);
		}
	}
	const exports = join(config.dataDirectory, "exports");
	for (const entry of await entriesOf(exports)) {
		const path = join(exports, entry.name);
		if (older(path, dayMs))
			await add(
				"temporary",
				path,
				`written-out pictures of run ${entry.name}`,
				"made anew when they are asked for",
				null,
			);
	}
	for (const entry of await entriesOf(config.dataDirectory)) {
		const path = join(config.dataDirectory, entry.name);
		if (entry.name.endsWith(".partial") && older(path, hourMs))
			await add("temporary", path, entry.name, "its process is gone", null);
	}
	return found;
}

/** Takes them; returns the bytes that the disk got back. */
export async function removeLooseFiles(loose: readonly LooseFile[]): Promise<number> {
	let freed = 0;
	for (const { item, path, stillLoose } of loose) {
		// under another name first, so that nobody finds half of it; who used it at this very moment gets it back
		const aside = `${path}.${process.pid}.going`;
		try {
			await rename(path, aside);
		} catch {
			continue;
		}
		if (!stillLoose(aside)) {
			await rename(aside, path).catch(() => removeTree(aside));
			continue;
		}
		await removeTree(aside);
		freed += item.bytes;
	}
	return freed;
}

function nameOf(run: RetainedRun): string {
	return `${run.projectName}/${run.number}`;
}

function runnerLives(store: Store, runId: string): boolean {
	const run = readLiveness(store, runId);
	return run?.runnerPid != null && run.runnerStart !== null && isAlive(run.runnerPid, run.runnerStart);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
	return readdir(folder, { withFileTypes: true }).catch(() => []);
}
