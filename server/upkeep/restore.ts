import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import type { BackupReport } from "../domain/upkeep-views.ts";
import { openContents } from "../evidence/contents.ts";
import { removeTree } from "../process/remove-tree.ts";
import { flush } from "../store/copy-database.ts";
import { databaseProblems } from "../store/integrity.ts";
import { openStore, type Store } from "../store/open.ts";
import { buriedAt, readRemovals } from "../store/removals.ts";
import { settleRestoredRuns } from "../store/restored-runs.ts";
import {
	type BackupManifest,
	backupManifestName,
	backupManifestSchema,
	hashFile,
} from "./backup-manifest.ts";
import { mentions } from "./mark.ts";
import { projectPlaces } from "./projects.ts";

/**
 * Lays a backup into an empty data directory and proves that it is whole: hashes, SQLite's own check, every content that
 * a row names. Runs that were at work when it was made are suspended: nothing begins to cost by itself.
 * @throws DomainError; then the data directory is empty as before
 */
export async function restoreBackup(
	config: Config,
	directory: string,
	progress: (text: string) => void,
): Promise<BackupReport> {
	const started = performance.now();
	const source = path.resolve(directory);
	const manifest = readManifest(source);
	const target = config.dataDirectory;
	if (existsSync(target) && readdirSync(target).length > 0) {
		throw new DomainError(
			"invalid_input",
			`The data directory ${target} isn't empty: point FUSELINE_DATA_DIR at a new folder, or move the old one away first.`,
		);
	}
	await checkFiles(source, manifest, progress);
	try {
		await lay(config, source, manifest, progress);
	} catch (error) {
		for (const name of existsSync(target) ? readdirSync(target) : [])
			await removeTree(path.join(target, name));
		if (error instanceof DomainError) throw error;
		throw new DomainError("infrastructure", `The backup could not be restored: ${(error as Error).message}.`);
	}
	const { counts } = manifest;
	return {
		directory: target,
		bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
		...counts,
		tookMs: Math.round(performance.now() - started),
	};
}

function readManifest(source: string): BackupManifest {
	const file = path.join(source, backupManifestName);
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch {
		throw new DomainError(
			"invalid_input",
			`${source} holds no backup: there is no ${backupManifestName} in it.`,
		);
	}
	try {
		return backupManifestSchema.parse(JSON.parse(text));
	} catch {
		throw new DomainError(
			"infrastructure",
			`${file} can't be read: take another backup, this one is damaged.`,
		);
	}
}

async function checkFiles(
	source: string,
	manifest: BackupManifest,
	progress: (text: string) => void,
): Promise<void> {
	for (const { path: name, sha256 } of manifest.files) {
		progress(`reading ${name}`);
		const file = path.join(source, name);
		const found = existsSync(file) ? await hashFile(file) : "nothing";
		if (found === sha256) continue;
		const how = found === "nothing" ? "is missing" : "is damaged";
		throw new DomainError("infrastructure", `${name} of the backup ${how}: take another backup.`);
	}
}

async function lay(
	config: Config,
	source: string,
	manifest: BackupManifest,
	progress: (text: string) => void,
): Promise<void> {
	const target = config.dataDirectory;
	mkdirSync(target, { recursive: true, mode: 0o700 });
	// the main database last: without it a cut restore is no data directory
	for (const { path: name } of [...manifest.files].reverse()) {
		progress(`copying ${name}`);
		const file = path.join(target, name);
		mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
		copyFileSync(path.join(source, name), file);
		flush(file);
		flush(path.dirname(file));
		const problems = databaseProblems(file);
		if (problems.length > 0) {
			throw new DomainError(
				"infrastructure",
				`${name} of the backup is damaged (${problems[0]}): take another backup.`,
			);
		}
	}
	const store = openStore(config.databaseFile, { migrationsDirectory: config.migrationsDirectory });
	try {
		progress("looking for every content that is named");
		refuseMissing(config, store);
		settleRestoredRuns(store);
	} finally {
		store.close();
	}
}

function refuseMissing(config: Config, store: Store): void {
	const removed = readRemovals(store);
	const places = new Map(projectPlaces(store, config.dataDirectory).map((place) => [place.id, place]));
	const projects = store.db.prepare("SELECT DISTINCT projectId AS id FROM Run").all() as { id: string }[];
	for (const { id } of projects) {
		const place = places.get(id);
		if (!place) throw new DomainError("infrastructure", `The backup lacks the contents of project ${id}.`);
		const contents = openContents(place.file, { readonly: true });
		try {
			const gone = (key: string) => removed.has(key);
			const all = mentions(store, id, contents.get, gone, (reference, error) => {
				throw new DomainError(
					"infrastructure",
					`${reference.what} of run ${reference.runId}: ${error.message}`,
				);
			});
			for (const { sha256, what, runId } of all) {
				if (contents.has(sha256) || buriedAt(store, id, sha256) !== null) continue;
				throw new DomainError(
					"infrastructure",
					`The backup lacks content ${sha256} (${what} of run ${runId}).`,
				);
			}
		} finally {
			contents.close();
		}
	}
}
