import type { Command } from "commander";
import { type Config, loadConfig } from "../../config.ts";
import { prepareDataDirectory } from "../../daemon/data-directory.ts";
import { counted } from "../../domain/counted.ts";
import { olderThan } from "../../domain/retention.ts";
import type { DiskView, GcReport } from "../../domain/upkeep-views.ts";
import { openStore, type Store } from "../../store/open.ts";
import { readRetention } from "../../store/retention-setting.ts";
import { makeBackup } from "../../upkeep/backup.ts";
import { readDisk } from "../../upkeep/disk-ledger.ts";
import { collectGarbage } from "../../upkeep/gc.ts";
import { restoreBackup } from "../../upkeep/restore.ts";
import { findDaemon } from "../daemon.ts";
import { CliError } from "../exit.ts";
import { anyNumber, positiveInteger } from "../flags.ts";
import { bytes, duration, printJson, printLine, printNote, printTable } from "../print.ts";

interface JsonFlag {
	json?: boolean;
}

/** `disk`, `gc`, `backup`, `restore`: the data directory itself. They need no daemon, and runs go on meanwhile. */
export function addUpkeep(program: Command): void {
	program
		.command("disk")
		.description("where the bytes of the data directory are")
		.option("--json", "print one JSON object")
		.action((flags: JsonFlag) =>
			withStore(async (config, store) => {
				const view = await readDisk(config, store);
				if (flags.json) printJson(view);
				else printDisk(view);
			}),
		);
	program
		.command("gc")
		.description("remove what the retention policy lets go and what nothing names; runs go on meanwhile")
		.option("--dry-run", "say what would go, remove nothing")
		.option(
			"--older-than <days>",
			"another age for candidates, transcripts and caches",
			anyNumber("--older-than"),
		)
		.option(
			"--keep-candidates <n>",
			"how many candidates of each run stay",
			positiveInteger("--keep-candidates"),
		)
		.option("--wait <seconds>", "how long to wait for steps under way", anyNumber("--wait"), 30)
		.option("--json", "print one JSON object")
		.action(
			(flags: JsonFlag & { dryRun?: boolean; olderThan?: number; keepCandidates?: number; wait: number }) =>
				withStore(async (config, store) => {
					const set = readRetention(store);
					const aged = flags.olderThan === undefined ? set : olderThan(set, flags.olderThan);
					const policy = { ...aged, keepCandidates: flags.keepCandidates ?? aged.keepCandidates };
					const dryRun = flags.dryRun === true;
					const report = await collectGarbage(config, store, { dryRun, policy, waitMs: flags.wait * 1000 });
					if (flags.json) printJson(report);
					else printGc(report);
				}),
		);
	program
		.command("backup")
		.argument("<dir>", "a new or empty folder")
		.description("copy everything that lasts, while runs go on")
		.option("--json", "print one JSON object")
		.action(async (directory: string, flags: JsonFlag) => {
			const made = await makeBackup(loadConfig(), directory, printNote);
			if (flags.json) printJson(made);
			else {
				printLine(
					`${counted(made.runs, "run")}, ${counted(made.candidates, "candidate")}, ${counted(made.events, "event")}, ${counted(made.contents, "content")}: ${bytes(made.bytes)} in ${made.directory} (${duration(made.tookMs)})`,
				);
			}
		});
	program
		.command("restore")
		.argument("<dir>", "folder of a backup")
		.description("lay a backup into an empty data directory")
		.option("--json", "print one JSON object")
		.action(async (directory: string, flags: JsonFlag) => {
			const config = loadConfig();
			if (findDaemon(config)) throw new CliError(2, "a daemon works with this data directory: end it first");
			const made = await restoreBackup(config, directory, printNote);
			if (flags.json) printJson(made);
			else
				printLine(
					`${counted(made.runs, "run")} restored to ${made.directory}; \`fuseline start\` shows them`,
				);
		});
}

async function withStore(work: (config: Config, store: Store) => Promise<void>): Promise<void> {
	const config = loadConfig();
	prepareDataDirectory(config.dataDirectory);
	const store = openStore(config.databaseFile, { migrationsDirectory: config.migrationsDirectory });
	try {
		await work(config, store);
	} finally {
		store.close();
	}
}

function printDisk(view: DiskView): void {
	printLine(
		`${view.path}: ${bytes(view.onDisk)}, ${bytes(view.freeBytes)} of ${bytes(view.totalBytes)} free`,
	);
	const { database, folders } = view;
	printLine(
		`main database ${bytes(database.onDisk)} · workspaces ${bytes(folders.workspaces)} · caches ${bytes(folders.caches)} · logs ${bytes(folders.logs)}`,
	);
	printLine("");
	printTable(
		["kind", "contents", "logical", "stored"],
		Object.entries(view.kinds)
			.sort(([, a], [, b]) => b.stored - a.stored)
			.map(([kind, amount]) => [kind, amount.contents, bytes(amount.logical), bytes(amount.stored)]),
	);
	printLine("");
	printTable(
		["project", "run", "status", "candidates", "logical", "stored", "files", "pinned"],
		view.projects.flatMap((project) => [
			[project.name, "all", "", "", bytes(project.logical), bytes(project.onDisk), "", ""],
			...project.runs.map((run) => [
				"",
				`run ${run.number}`,
				run.status,
				String(run.candidates.length),
				bytes(run.logical),
				bytes(run.stored),
				bytes(run.files),
				run.pinned ? "yes" : "",
			]),
		]),
	);
}

function printGc(report: GcReport): void {
	for (const { what, why, bytes: size } of [...report.items].sort((a, b) => b.bytes - a.bytes)) {
		printLine(`${bytes(size).padStart(8)}  ${what}  (${why})`);
	}
	const { waiting } = report;
	if (waiting.contents > 0) {
		printLine(
			`Not named by anything: ${counted(waiting.contents, "content")} (${bytes(waiting.bytes)}). The next gc takes what waits now for: ${waiting.for.join("; ")}.`,
		);
	}
	for (const note of report.notes) printNote(`fuseline: ${note}`);
	if (report.dryRun) printLine(`${bytes(report.bytes)} would go; nothing was removed`);
	else printLine(`${bytes(report.freedBytes ?? 0)} came back to the disk`);
}
