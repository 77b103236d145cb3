import { existsSync } from "node:fs";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { Config } from "../config.ts";
import { candidateLabel } from "../domain/ids.ts";
import type { Damage, DeepCheckView } from "../domain/upkeep-views.ts";
import { type Contents, openContents } from "../evidence/contents.ts";
import { runPaths } from "../runner/run-paths.ts";
import type { ContentReference } from "../store/content-references.ts";
import { writeDamage } from "../store/damage-rows.ts";
import { databaseProblems, eventProblems } from "../store/integrity.ts";
import type { Store } from "../store/open.ts";
import { openStore } from "../store/open.ts";
import { buriedAt, readRemovals } from "../store/removals.ts";
import { mentions } from "./mark.ts";
import { type ProjectPlace, projectPlaces } from "./projects.ts";

export interface DeepCheckOptions {
	/** hash so many contents of each project, evenly spread; null = all */
	sample: number | null;
	progress(text: string): void;
}

const restore =
	"Restore the data directory from a backup (`fuseline restore`), or live with it: the rest is untouched.";

/** Reads everything that is kept and says what is hurt, by name. What can't be read is passed over, never fatal. */
export async function checkDeeply(config: Config, options: DeepCheckOptions): Promise<DeepCheckView> {
	const started = performance.now();
	const view: DeepCheckView = {
		ok: true,
		at: Date.now(),
		tookMs: 0,
		databases: [],
		contents: { stored: 0, checked: 0, damaged: 0, missing: 0, removed: 0 },
		events: { runs: 0, events: 0 },
		damages: [],
		notes: [],
	};
	options.progress("the main database");
	checkDatabase(view, config.databaseFile, "main database", null);
	let store: Store | null = null;
	try {
		store = openStore(config.databaseFile, { migrationsDirectory: config.migrationsDirectory });
		await checkRows(config, store, view, options);
	} catch (error) {
		const what = error instanceof Error ? error.message : String(error);
		view.damages.push(damage("database", "main database", what, restore));
	} finally {
		store?.close();
	}
	view.ok = view.damages.length === 0;
	view.tookMs = Math.round(performance.now() - started);
	return view;
}

async function checkRows(
	config: Config,
	store: Store,
	view: DeepCheckView,
	options: DeepCheckOptions,
): Promise<void> {
	const events = eventProblems(store.db);
	view.events = { runs: events.runs, events: events.events };
	for (const { run, what } of events.problems) {
		view.damages.push(
			damage("events", `run ${run}`, what, "Its page may miss something; other runs are whole."),
		);
	}
	for (const project of projectPlaces(store, config.dataDirectory)) {
		options.progress(`contents of ${project.name}`);
		checkDatabase(view, project.file, `contents of ${project.name}`, project.id);
		try {
			await checkContents(store, project, view, options);
		} catch (error) {
			const what = error instanceof Error ? error.message : String(error);
			view.damages.push(damage("database", `contents of ${project.name}`, what, restore, project.id));
		}
	}
	const projects = store.db
		.prepare("SELECT id, name FROM Project WHERE id IN (SELECT projectId FROM Run)")
		.all() as { id: string; name: string }[];
	const there = new Set(projectPlaces(store, config.dataDirectory).map((project) => project.id));
	for (const { id, name } of projects.filter((project) => !there.has(project.id))) {
		view.damages.push(damage("database", `contents of ${name}`, "the file isn't there", restore, id));
	}
	checkWorkspaces(config, store, view);
}

function checkDatabase(view: DeepCheckView, file: string, where: string, projectId: string | null): void {
	const problems = databaseProblems(file);
	view.databases.push({ file, ok: problems.length === 0 });
	for (const what of problems) view.damages.push(damage("database", where, what, restore, projectId));
}

/** Every content that a row names or that lies there is read and hashed; those that are hurt are found in the rows. */
async function checkContents(
	store: Store,
	project: ProjectPlace,
	view: DeepCheckView,
	options: DeepCheckOptions,
): Promise<void> {
	const contents = openContents(project.file, { readonly: true });
	try {
		const removed = readRemovals(store);
		const unreadable: { reference: ContentReference; error: Error }[] = [];
		const named = new Map<string, boolean>();
		const all = () =>
			mentions(
				store,
				project.id,
				contents.get,
				(key) => removed.has(key),
				(reference, error) => {
					unreadable.push({ reference, error });
				},
			);
		for (const mention of all()) {
			named.set(mention.sha256, (named.get(mention.sha256) ?? false) || mention.gone === null);
		}
		const unreadableManifests = unreadable.splice(0);
		const everything = new Set([...named.keys(), ...listed(contents)]);
		const chosen = new Set(sampled([...everything], options.sample));
		const hurt = new Map<string, "damaged" | "missing">();
		let done = 0;
		for (const sha256 of everything) {
			const state = chosen.has(sha256) ? verify(contents, sha256) : isThere(contents, sha256);
			if (state !== "missing") {
				view.contents.stored += 1;
				if (chosen.has(sha256)) view.contents.checked += 1;
			}
			if (state === "missing" && buriedAt(store, project.id, sha256) !== null && !named.get(sha256)) {
				view.contents.removed += 1;
			} else if (state !== "whole") hurt.set(sha256, state);
			done += 1;
			if (done % 200 === 0) {
				options.progress(`contents of ${project.name}: ${done} of ${everything.size}`);
				await yieldToLoop();
			}
		}
		for (const state of hurt.values()) view.contents[state] += 1;
		writeDamage(
			store,
			project.id,
			[...hurt].map(([sha256, state]) => ({ sha256, state })),
		);
		const places = new Map<string, string[]>();
		if (hurt.size > 0) {
			for (const mention of all()) {
				if (!hurt.has(mention.sha256)) continue;
				const found = places.get(mention.sha256) ?? [];
				if (found.length < 5) found.push(placeOf(store, mention));
				places.set(mention.sha256, found);
			}
		}
		for (const [sha256, state] of hurt) {
			const where = [...new Set(places.get(sha256) ?? ["named by no row"])].join("; ");
			const what = state === "damaged" ? "its bytes don't have their hash any more" : "its bytes are missing";
			view.damages.push({
				...damage("content", where, `content ${sha256}: ${what}`, restore, project.id),
				sha256,
			});
		}
		for (const { reference, error } of unreadableManifests) {
			if (hurt.has(reference.sha256)) continue;
			const what = `the list of files can't be read: ${error.message}`;
			view.damages.push(
				damage("manifest", placeOf(store, { ...reference, path: null }), what, restore, project.id),
			);
		}
	} finally {
		contents.close();
	}
}

/** As far as the file can be listed: a hurt page ends the list, and what rows name is looked for one by one anyway. */
function* listed(contents: Contents): Generator<string> {
	try {
		for (const { sha256 } of contents.list()) yield sha256;
	} catch {
		// its database check has said so
	}
}

function verify(contents: Contents, sha256: string): "whole" | "damaged" | "missing" {
	try {
		return contents.verify(sha256);
	} catch {
		return "damaged";
	}
}

function isThere(contents: Contents, sha256: string): "whole" | "damaged" | "missing" {
	try {
		return contents.has(sha256) ? "whole" : "missing";
	} catch {
		return "damaged";
	}
}

/** So many, evenly spread; another start each time, so that a few checks see everything. */
function sampled(items: string[], sample: number | null): string[] {
	if (sample === null || sample >= items.length) return items;
	const step = items.length / sample;
	const start = Math.random() * step;
	return Array.from({ length: sample }, (_, index) => items[Math.floor(start + index * step)] as string);
}

function placeOf(store: Store, reference: ContentReference & { path: string | null }): string {
	const run = store.db
		.prepare(
			"SELECT Project.name || '/' || number AS name FROM Run JOIN Project ON Project.id = projectId WHERE Run.id = ?",
		)
		.get(reference.runId) as { name: string } | undefined;
	const candidate =
		reference.candidateId === null
			? null
			: (store.db.prepare("SELECT loop, tree FROM Candidate WHERE id = ?").get(reference.candidateId) as
					| { loop: number; tree: string }
					| undefined);
	const parts = [
		`run ${run?.name ?? reference.runId}`,
		candidate
			? candidateLabel(candidate.loop, candidate.tree)
			: reference.loop === null
				? null
				: `loop ${reference.loop}`,
		reference.path ?? reference.what,
	];
	return parts.filter((part) => part !== null).join(", ");
}

/** Not damage: a workspace is laid anew from its base. But what a Developer had done in it is gone, and that is said. */
function checkWorkspaces(config: Config, store: Store, view: DeepCheckView): void {
	const steps = store.db
		.prepare(
			`SELECT runId, key, Project.name || '/' || number AS name FROM Step JOIN Run ON Run.id = runId JOIN Project ON
			Project.id = projectId WHERE outcome IS NULL AND Run.status != 'ended' AND (key LIKE '%/develop' OR key LIKE '%/freeze')`,
		)
		.all() as { runId: string; key: string; name: string }[];
	for (const { runId, key, name } of steps) {
		if (existsSync(runPaths(config.dataDirectory, runId).workspace)) continue;
		view.notes.push(
			`Run ${name} was cut off in ${key} and its workspace isn't there: it begins that loop's work from its base.`,
		);
	}
}

function damage(
	kind: Damage["kind"],
	where: string,
	what: string,
	mend: string,
	projectId: string | null = null,
): Damage {
	return { kind, where, what, mend, projectId, sha256: null };
}
