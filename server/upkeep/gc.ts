import type { Config } from "../config.ts";
import { counted } from "../domain/counted.ts";
import type { Retention } from "../domain/retention.ts";
import type { GcItem, GcReport } from "../domain/upkeep-views.ts";
import { openContents } from "../evidence/contents.ts";
import { contentsFile } from "../evidence/contents-file.ts";
import { type ContentsUpkeep, openContentsUpkeep, type StoredContent } from "../evidence/contents-upkeep.ts";
import { isAlive } from "../process/identity.ts";
import { otherHashes } from "../store/content-references.ts";
import type { Store } from "../store/open.ts";
import { readPins } from "../store/pins.ts";
import { insertRemovals, readRemovals } from "../store/removals.ts";
import { type RetainedRun, readRetainedRuns } from "../store/retention-rows.ts";
import { readRetention } from "../store/retention-setting.ts";
import { readOpenRuns } from "../store/run-heads.ts";
import { type Collected, collect } from "./collect.ts";
import { type Decision, decide } from "./decide.ts";
import { withUpkeepLock } from "./lock.ts";
import { looseFiles, removeLooseFiles } from "./loose-files.ts";
import { mentions } from "./mark.ts";
import { databaseBytes } from "./measure.ts";
import { projectPlaces } from "./projects.ts";

export interface GcOptions {
	dryRun: boolean;
	/** null = what is set */
	policy: Retention | null;
	/** how long to wait for steps under way that may be about to name something */
	waitMs: number;
}

/**
 * Takes what the policy lets go, and what nobody names; says what (dry run: would be) taken and what came back to the
 * disk. Runs go on meanwhile.
 * @throws DomainError `conflict` while another gc or a backup is under way
 */
export function collectGarbage(config: Config, store: Store, options: GcOptions): Promise<GcReport> {
	return withUpkeepLock(config.dataDirectory, () => work(config, store, options));
}

async function work(config: Config, store: Store, options: GcOptions): Promise<GcReport> {
	const policy = options.policy ?? readRetention(store);
	const now = Date.now();
	const report: GcReport = {
		dryRun: options.dryRun,
		at: now,
		policy,
		items: [],
		bytes: 0,
		waiting: { contents: 0, bytes: 0, for: [] },
		freedBytes: options.dryRun ? null : 0,
		notes: [],
	};
	// decided in one transaction with the rows that it rests on: whoever pins or examines is before it or after it
	const { runs, decisions } = store.transaction(() => {
		const runs = readRetainedRuns(store);
		const pins = readPins(store);
		const decisions = decide({ runs, pins, removed: readRemovals(store), policy, now });
		if (!options.dryRun) insertRemovals(store, decisions);
		return { runs, decisions };
	});
	let freed = 0;
	for (const project of projectPlaces(store, config.dataDirectory)) {
		const before = databaseBytes(project.file);
		let contents: ContentsUpkeep | null = null;
		try {
			contents = openContentsUpkeep(project.file);
			const marker = markerOf(config, store, project.id, decisions);
			const collected: Collected = options.dryRun
				? { removed: unmarked(contents, marker.mark()), waiting: [], units: [] }
				: await collect(store, project.id, contents, marker.mark, options.waitMs);
			report.items.push(...itemsOf(project.name, decisions, marker.holders(), collected.removed));
			report.waiting.contents += collected.waiting.length;
			report.waiting.bytes += collected.waiting.reduce((sum, content) => sum + content.stored, 0);
			report.waiting.for.push(...collected.units);
			if (!options.dryRun && !(await contents.shrink(isAlone(store, runs, project.id)))) {
				report.notes.push(
					`The contents file of ${project.name} is of an earlier form and can be made smaller only while no run of the project is at work.`,
				);
			}
		} catch (error) {
			// one damaged project must not keep the others from being tidied
			report.notes.push(`Nothing was taken of ${project.name}: ${(error as Error).message}`);
		} finally {
			contents?.close();
		}
		freed += before - databaseBytes(project.file);
	}
	const loose = await looseFiles(config, store, runs, policy, now);
	report.items.push(...loose.map(({ item }) => item));
	if (!options.dryRun) freed += await removeLooseFiles(loose);
	if (!options.dryRun) report.freedBytes = Math.max(0, freed);
	report.bytes = report.items.reduce((sum, item) => sum + item.bytes, 0);
	return report;
}

/** Marks anew at each call; `holders` says of each content that may go who held it first at the last one. */
function markerOf(config: Config, store: Store, projectId: string, decisions: readonly Decision[]) {
	const decided = new Set(decisions.map((decision) => `${decision.kind}:${decision.targetId}`));
	let holders = new Map<string, Decision | null>();
	const byKey = new Map(decisions.map((decision) => [`${decision.kind}:${decision.targetId}`, decision]));
	return {
		holders: () => holders,
		mark(): Set<string> {
			const removed = readRemovals(store);
			const marked = new Set<string>(otherHashes(store));
			holders = new Map();
			const contents = openContents(contentsFile(config, projectId), { readonly: true });
			try {
				const gone = (key: string) => decided.has(key) || removed.has(key);
				const all = mentions(store, projectId, contents.get, gone, (reference, error) => {
					// without its list of files we don't know what a version holds: take nothing of this project
					throw new Error(`${reference.what} of run ${reference.runId} can't be read: ${error.message}`);
				});
				for (const mention of all) {
					if (mention.gone === null) marked.add(mention.sha256);
					else if (!holders.has(mention.sha256)) {
						const target = mention.gone === "transcript" ? mention.invocationId : mention.candidateId;
						holders.set(mention.sha256, byKey.get(`${mention.gone}:${target}`) ?? null);
					}
				}
			} finally {
				contents.close();
			}
			return marked;
		},
	};
}

function unmarked(contents: ContentsUpkeep, marked: ReadonlySet<string>): StoredContent[] {
	return contents.stored().filter((content) => !marked.has(content.sha256));
}

/** What was decided, each with the bytes that only it held; and what nobody named, as one line. */
function itemsOf(
	project: string,
	decisions: readonly Decision[],
	holders: ReadonlyMap<string, Decision | null>,
	gone: readonly StoredContent[],
): GcItem[] {
	const bytes = new Map<Decision | null, number>();
	let unnamed = 0;
	for (const { sha256, stored } of gone) {
		const holder = holders.get(sha256) ?? null;
		if (holder === null) unnamed += 1;
		bytes.set(holder, (bytes.get(holder) ?? 0) + stored);
	}
	const items: GcItem[] = decisions
		.filter((decision) => bytes.has(decision))
		.map((decision) => ({
			kind: decision.kind,
			what: decision.what,
			why: decision.why,
			bytes: bytes.get(decision) ?? 0,
			runId: decision.runId,
			candidateId: decision.candidateId,
		}));
	if (unnamed > 0) {
		items.push({
			kind: "unreferenced",
			what: `${project}: ${counted(unnamed, "content")}`,
			why: "no row names them",
			bytes: bytes.get(null) ?? 0,
			runId: null,
			candidateId: null,
		});
	}
	return items;
}

/** No process of ours works with the project's contents, so its file may be rewritten as a whole. */
function isAlone(store: Store, runs: readonly RetainedRun[], projectId: string): boolean {
	const own = runs.filter((run) => run.projectId === projectId);
	const ids = new Set(own.map((run) => run.id));
	const working = readOpenRuns(store).some(
		({ runId, runnerPid, runnerStart }) =>
			ids.has(runId) && runnerPid !== null && runnerStart !== null && isAlive(runnerPid, runnerStart),
	);
	return !working && !own.some((run) => run.candidates.some((candidate) => candidate.examined));
}
