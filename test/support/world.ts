import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Config, loadConfig } from "../../server/config.ts";
import type { Budgets } from "../../server/domain/budgets.ts";
import { foldRun } from "../../server/domain/fold-run.ts";
import { projectConfigSchema } from "../../server/domain/project-config.ts";
import type { Bindings, Role } from "../../server/domain/role.ts";
import { protocolOptionsSchema } from "../../server/domain/run.ts";
import type { RunView } from "../../server/domain/run-view.ts";
import { createRun } from "../../server/runner/start-run.ts";
import { addCommand, type CommandKind } from "../../server/store/commands.ts";
import { readRunEvents } from "../../server/store/events.ts";
import { openStore, type Store } from "../../server/store/open.ts";

/** A data directory and a home of its own, in which real runners work. */
export interface World {
	root: string;
	config: Config;
	store: Store;
	/** queues a run of the scripted harness; `files` is the seed folder */
	queue(run: ScriptedRun): Promise<string>;
	/** starts a real runner process; `finished` resolves with its exit code */
	runner(runId: string): { child: ChildProcess; finished: Promise<number | null> };
	view(runId: string): RunView;
	command(runId: string, kind: CommandKind, text?: string): void;
	close(): void;
}

export interface ScriptedRun {
	name?: string;
	spec?: string;
	files?: Record<string, string>;
	project?: unknown;
	protocol?: string;
	options?: Record<string, unknown>;
	/** what the scripted harness plays; not needed with a `command` */
	scenario?: unknown;
	budgets?: Budgets;
	/** plays every role with this command line instead of a scenario */
	command?: string;
	/** settings of every role, beside those that play it */
	settings?: Record<string, unknown>;
	environment?: Record<string, string>;
}

export function makeWorld(environment: Record<string, string> = {}): World {
	const root = mkdtempSync(join(tmpdir(), "fuseline-world-"));
	mkdirSync(join(root, "home"));
	const variables: Record<string, string> = {
		PATH: process.env.PATH ?? "/usr/bin:/bin",
		HOME: join(root, "home"),
		FUSELINE_DATA_DIR: join(root, "data"),
		...environment,
	};
	const config = loadConfig(variables);
	mkdirSync(config.dataDirectory, { recursive: true });
	const store = openStore(config.databaseFile, { migrationsDirectory: config.migrationsDirectory });
	const children = new Set<ChildProcess>();
	return {
		root,
		config,
		store,
		async queue(run) {
			const seed = mkdtempSync(join(root, "seed-"));
			for (const [path, text] of Object.entries(run.files ?? {})) {
				mkdirSync(dirname(join(seed, path)), { recursive: true });
				writeFileSync(join(seed, path), text);
			}
			return createRun(config, store, {
				projectName: run.name ?? "test",
				source: null,
				seedDirectory: seed,
				spec: run.spec ?? "# A thing\n\nIt works.\n",
				project: projectConfigSchema.parse(run.project ?? {}),
				protocol: run.protocol ?? "hoh",
				options: protocolOptionsSchema.parse({ loops: 1, ...run.options }),
				bindings: bindingsOf(run),
				budgets: run.budgets ?? {},
				language: "en",
			});
		},
		runner(runId) {
			const child = spawn(process.execPath, [config.entry("runner"), "--run", runId], {
				env: variables as NodeJS.ProcessEnv,
				stdio: ["ignore", "ignore", "inherit"],
			});
			children.add(child);
			const finished = once(child, "exit").then(([code]) => {
				children.delete(child);
				return code as number | null;
			});
			return { child, finished };
		},
		view: (runId) => foldRun(readRunEvents(store, runId, 0, 100_000)),
		command(runId, kind, text = "") {
			addCommand(store, runId, kind, text);
		},
		close() {
			for (const child of children) child.kill("SIGKILL");
			store.close();
			rmSync(root, { recursive: true, force: true });
		},
	};
}

function bindingsOf({ protocol = "hoh", scenario, command, settings }: ScriptedRun): Bindings {
	const roles: Role[] = protocol === "hoh" ? ["planner", "developer", "tester"] : ["developer"];
	return Object.fromEntries(
		roles.map((role) => [
			role,
			{
				harness: command === undefined ? "scripted" : "command",
				model: command ?? null,
				effort: null,
				access: role === "developer" ? "read-write" : "read-only",
				settings: { ...(command === undefined ? { scenario: scenario as never } : {}), ...settings },
			},
		]),
	);
}
