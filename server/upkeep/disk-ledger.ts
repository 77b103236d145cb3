import { readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { Config } from "../config.ts";
import { candidateLabel } from "../domain/ids.ts";
import type { Amount, ContentKind, DiskProject, DiskRun, DiskView } from "../domain/upkeep-views.ts";
import { openContents } from "../evidence/contents.ts";
import { openContentsUpkeep } from "../evidence/contents-upkeep.ts";
import { minFreeBytes } from "../process/free-space.ts";
import type { Store } from "../store/open.ts";
import { readPins } from "../store/pins.ts";
import { readRemovals } from "../store/removals.ts";
import { type RetainedRun, readRetainedRuns } from "../store/retention-rows.ts";
import { mentions } from "./mark.ts";
import { databaseBytes, fileBytes, treeBytes } from "./measure.ts";
import { type ProjectPlace, projectPlaces } from "./projects.ts";

/** Where the bytes of a data directory are. Reads all rows and walks all folders: seconds for many gigabytes. */
export async function readDisk(config: Config, store: Store): Promise<DiskView> {
	const at = Date.now();
	const started = performance.now();
	const directory = config.dataDirectory;
	const facts = { runs: readRetainedRuns(store), pins: readPins(store), removed: readRemovals(store) };
	const projects: DiskProject[] = [];
	for (const place of projectPlaces(store, directory)) {
		const project = readProject(store, place, facts);
		for (const run of project.runs) run.files = await treeBytes(join(directory, "runs", run.runId));
		projects.push(project);
		await yieldToLoop();
	}
	const folders = {
		workspaces: await treeBytes(join(directory, "runs")),
		caches: await treeBytes(join(directory, "cache")),
		exports: await treeBytes(join(directory, "exports")),
		logs: await treeBytes(join(directory, "logs")),
		other: 0,
	};
	const database = {
		onDisk: databaseBytes(config.databaseFile),
		copies: readdirSync(directory)
			.filter((name) => name.includes(".sqlite.before-"))
			.reduce((sum, name) => sum + fileBytes(join(directory, name)), 0),
	};
	const onDisk = await treeBytes(directory);
	const known =
		database.onDisk +
		database.copies +
		projects.reduce((sum, project) => sum + project.onDisk, 0) +
		Object.values(folders).reduce((sum, bytes) => sum + bytes, 0);
	folders.other = Math.max(0, onDisk - known);
	const { bavail, blocks, bsize } = statfsSync(directory);
	return {
		at,
		tookMs: Math.round(performance.now() - started),
		path: directory,
		onDisk,
		freeBytes: bavail * bsize,
		totalBytes: blocks * bsize,
		minFreeBytes: minFreeBytes(config, directory),
		database,
		folders,
		kinds: sumKinds(projects),
		projects: projects.sort((a, b) => b.onDisk - a.onDisk),
	};
}

const nothing = (): Amount => ({ logical: 0, stored: 0, contents: 0 });

function readProject(
	store: Store,
	place: ProjectPlace,
	facts: {
		runs: RetainedRun[];
		pins: ReturnType<typeof readPins>;
		removed: ReadonlyMap<string, number>;
	},
): DiskProject {
	const upkeep = openContentsUpkeep(place.file);
	const contents = openContents(place.file, { readonly: true });
	try {
		const stored = new Map(upkeep.stored().map((content) => [content.sha256, content]));
		const project: DiskProject = {
			...nothing(),
			projectId: place.id,
			name: place.name,
			onDisk: databaseBytes(place.file),
			free: upkeep.freeBytes(),
			kinds: {},
			runs: facts.runs
				.filter((run) => run.projectId === place.id)
				.map((run) => ({
					...nothing(),
					runId: run.id,
					number: run.number,
					status: run.status,
					pinned: facts.pins.runs.has(run.id),
					files: 0,
					candidates: run.candidates.map((candidate) => ({
						...nothing(),
						id: candidate.id,
						label: candidateLabel(candidate.loop, candidate.tree),
						pinned: facts.pins.candidates.has(candidate.id),
						removedAt: facts.removed.get(`version:${candidate.id}`) ?? null,
					})),
				})),
		};
		const runs = new Map(project.runs.map((run) => [run.runId, run]));
		const candidates = new Map(
			project.runs.flatMap((run) => run.candidates.map((candidate) => [candidate.id, candidate] as const)),
		);
		const counted = new Set<string>();
		// a content belongs to whom it came with: counted as stored at its first mention, as logical at each
		for (const mention of mentions(
			store,
			place.id,
			contents.get,
			() => false,
			() => {},
		)) {
			const content = stored.get(mention.sha256);
			if (!content) continue;
			const first = !counted.has(content.sha256);
			counted.add(content.sha256);
			project.kinds[mention.kind] ??= nothing();
			const holders = [project, project.kinds[mention.kind], runs.get(mention.runId)];
			if (mention.candidateId !== null) holders.push(candidates.get(mention.candidateId));
			for (const amount of holders) if (amount) count(amount, content, first);
		}
		for (const content of stored.values()) {
			if (counted.has(content.sha256)) continue;
			project.kinds.unreferenced ??= nothing();
			for (const amount of [project, project.kinds.unreferenced]) count(amount, content, true);
		}
		project.runs.sort((a: DiskRun, b: DiskRun) => b.stored - a.stored);
		return project;
	} finally {
		contents.close();
		upkeep.close();
	}
}

function count(amount: Amount, content: { size: number; stored: number }, first: boolean): void {
	amount.logical += content.size;
	if (!first) return;
	amount.stored += content.stored;
	amount.contents += 1;
}

function sumKinds(projects: readonly DiskProject[]): DiskView["kinds"] {
	const sum: DiskView["kinds"] = {};
	for (const { kinds } of projects) {
		for (const [kind, amount] of Object.entries(kinds) as [ContentKind, Amount][]) {
			sum[kind] ??= nothing();
			sum[kind].logical += amount.logical;
			sum[kind].stored += amount.stored;
			sum[kind].contents += amount.contents;
		}
	}
	return sum;
}
