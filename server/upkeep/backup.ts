import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import type { BackupReport } from "../domain/upkeep-views.ts";
import { openContents } from "../evidence/contents.ts";
import { startTimeOf } from "../process/identity.ts";
import { removeTree } from "../process/remove-tree.ts";
import { copyDatabase, countRows, flush } from "../store/copy-database.ts";
import { type BackupManifest, backupManifestName, hashFile } from "./backup-manifest.ts";
import { withUpkeepLock } from "./lock.ts";

/**
 * Copies everything that lasts into a new or empty folder, while runs go on.
 *
 * The main database first, the contents after it: a content is durable before the row that names it, so what the rows
 * of the copy name is in a contents file that is copied later, unless gc takes it in between, which the lock forbids.
 * What was stored meanwhile is in the copy too and named by nobody: the next gc of the restored directory takes it.
 * @throws DomainError
 */
export function makeBackup(
	config: Config,
	directory: string,
	progress: (text: string) => void,
): Promise<BackupReport> {
	const target = path.resolve(directory);
	refuseTarget(config, target);
	return withUpkeepLock(config.dataDirectory, async () => {
		await removeHalves(target);
		const partial = `${target}.${process.pid}.partial`;
		try {
			return await copyInto(config, partial, target, progress);
		} catch (error) {
			await removeTree(partial);
			if (error instanceof DomainError) throw error;
			throw new DomainError(
				"infrastructure",
				`The backup could not be made (${(error as Error).message}): nothing was left behind. Check that the disk of ${target} has room.`,
			);
		}
	});
}

/** What backups to this place left that were killed: as large as the whole, and nobody would ever take it away. */
async function removeHalves(target: string): Promise<void> {
	const folder = path.dirname(target);
	const start = `${path.basename(target)}.`;
	for (const name of existsSync(folder) ? readdirSync(folder) : []) {
		if (!name.startsWith(start)) continue;
		const [, pid] = /^(\d+)\.partial$/.exec(name.slice(start.length)) ?? [];
		if (pid !== undefined && startTimeOf(Number(pid)) === null) await removeTree(path.join(folder, name));
	}
}

function refuseTarget(config: Config, target: string): void {
	if (!path.relative(config.dataDirectory, target).startsWith("..")) {
		throw new DomainError(
			"invalid_input",
			`${target} lies in the data directory itself: give a folder outside of it.`,
		);
	}
	if (!existsSync(config.databaseFile)) {
		throw new DomainError("not_found", `There is nothing to back up in ${config.dataDirectory}.`);
	}
	if (existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0)) {
		throw new DomainError("invalid_input", `${target} isn't empty: give a new or an empty folder.`);
	}
}

async function copyInto(
	config: Config,
	partial: string,
	target: string,
	progress: (text: string) => void,
): Promise<BackupReport> {
	const started = performance.now();
	mkdirSync(path.dirname(target), { recursive: true });
	mkdirSync(path.join(partial, "projects"), { recursive: true, mode: 0o700 });
	progress("main database");
	const main = path.join(partial, "fuseline.sqlite");
	copyDatabase(config.databaseFile, main);
	const { schema, lastEvent, ...rows } = countRows(main);
	const names: { path: string; projectId: string | null }[] = [{ path: "fuseline.sqlite", projectId: null }];
	let contents = 0;
	const projects = path.join(config.dataDirectory, "projects");
	for (const projectId of existsSync(projects) ? readdirSync(projects).sort() : []) {
		const name = `projects/${projectId}/contents.sqlite`;
		if (!existsSync(path.join(config.dataDirectory, name))) continue;
		progress(`contents of project ${projectId}`);
		mkdirSync(path.join(partial, "projects", projectId), { mode: 0o700 });
		copyDatabase(path.join(config.dataDirectory, name), path.join(partial, name));
		flush(path.join(partial, "projects", projectId));
		contents += countContents(path.join(partial, name));
		names.push({ path: name, projectId });
	}
	const files: BackupManifest["files"] = [];
	for (const name of names) {
		const file = path.join(partial, name.path);
		files.push({ ...name, bytes: statSync(file).size, sha256: await hashFile(file) });
	}
	const manifest: BackupManifest = {
		format: 1,
		createdAt: new Date().toISOString(),
		version: versionOf(config),
		schema,
		lastEvent,
		counts: { ...rows, contents },
		files,
	};
	// last, so that what has it is whole
	const list = path.join(partial, backupManifestName);
	writeFileSync(list, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
	flush(list);
	flush(path.join(partial, "projects"));
	flush(partial);
	renameSync(partial, target);
	flush(path.dirname(target));
	return {
		directory: target,
		bytes: files.reduce((sum, file) => sum + file.bytes, 0),
		...rows,
		contents,
		tookMs: Math.round(performance.now() - started),
	};
}

function countContents(file: string): number {
	const contents = openContents(file, { readonly: true });
	try {
		let count = 0;
		for (const _ of contents.list()) count += 1;
		return count;
	} finally {
		contents.close();
	}
}

function versionOf(config: Config): string {
	const text = readFileSync(path.join(config.repositoryRoot, "package.json"), "utf8");
	return (JSON.parse(text) as { version: string }).version;
}
