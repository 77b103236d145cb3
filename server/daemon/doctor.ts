import { accessSync, constants, readdirSync, readFileSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "../browser/find-browser.ts";
import type { Config } from "../config.ts";
import type { DoctorView, HarnessStatus } from "../domain/doctor-view.ts";
import { harnessDefinitions } from "../harnesses/registry.ts";
import { findGroupPlace } from "../process/control-group.ts";
import { probeHarness } from "../process/probe-harness.ts";
import { probeSandbox } from "../process/sandbox.ts";
import { pricesState } from "./prices.ts";

/** How long an answer holds unless somebody asks for a fresh look. */
const freshMs = 60_000;

/** Looks at this machine: takes about a second, so looks at once are one look, and the answer is kept for a minute. */
export function createDoctor(
	config: Config,
	facts: { ports: DoctorView["ports"]; scenarios: HarnessStatus["scenarios"] },
): (fresh: boolean) => Promise<DoctorView> {
	let last: DoctorView | null = null;
	let looking: Promise<DoctorView> | null = null;
	return (fresh) => {
		if (last && !fresh && Date.now() - last.checkedAt < freshMs) return Promise.resolve(last);
		looking ??= look(config, facts)
			.then((view) => {
				last = view;
				return view;
			})
			.finally(() => {
				looking = null;
			});
		return looking;
	};
}

async function look(
	config: Config,
	facts: { ports: DoctorView["ports"]; scenarios: HarnessStatus["scenarios"] },
): Promise<DoctorView> {
	const [sandbox, browser, harnesses] = await Promise.all([
		sandboxOf(config),
		findBrowser({ wanted: config.browser, path: config.environment.PATH ?? "" }),
		Promise.all(harnessDefinitions.map((definition) => probeHarness(definition, config))),
	]);
	return {
		prices: pricesState(config.dataDirectory),
		version: versionOf(config),
		node: process.versions.node,
		platform: `${process.platform} ${process.arch}`,
		dataDirectory: dataDirectoryOf(config.dataDirectory),
		sandbox,
		limits: limitsOf(config),
		browser:
			"path" in browser
				? { available: true, path: browser.path, version: browser.version, problem: null, mend: null }
				: { available: false, path: null, version: null, problem: browser.problem, mend: browser.mend },
		harnesses: harnesses.map((status) => ({
			...status,
			scenarios: status.id === "scripted" ? facts.scenarios : [],
		})),
		ports: facts.ports,
		checkedAt: Date.now(),
	};
}

function limitsOf(config: Config): DoctorView["limits"] {
	const found = findGroupPlace(config.dataDirectory);
	if ("problem" in found) return { by: "watchdog", enforced: [], problem: found.problem };
	const enforced = found.place.controllers.map((name) => (name === "pids" ? "processes" : name));
	return { by: "cgroup", enforced, problem: null };
}

async function sandboxOf(config: Config): Promise<DoctorView["sandbox"]> {
	if (config.sandbox !== "off") return probeSandbox();
	const problems = ["The sandbox is switched off by FUSELINE_SANDBOX=off."];
	return {
		level: "none",
		tool: null,
		version: null,
		overlay: false,
		problems,
		mend: "Unset FUSELINE_SANDBOX.",
	};
}

function versionOf(config: Config): string {
	const text = readFileSync(path.join(config.repositoryRoot, "package.json"), "utf8");
	return (JSON.parse(text) as { version: string }).version;
}

function dataDirectoryOf(directory: string): DoctorView["dataDirectory"] {
	try {
		accessSync(directory, constants.W_OK);
		const { bavail, bsize } = statfsSync(directory);
		return { path: directory, writable: true, bytes: databaseBytes(directory), freeBytes: bavail * bsize };
	} catch {
		return { path: directory, writable: false, bytes: null, freeBytes: null };
	}
}

/** What lasts: the main database and each project's contents. Workspaces can be laid anew from these. */
function databaseBytes(directory: string): number {
	const projects = path.join(directory, "projects");
	const files = [
		path.join(directory, "fuseline.sqlite"),
		...readdirSync(projects).map((id) => path.join(projects, id, "contents.sqlite")),
	];
	return files
		.flatMap((file) => [file, `${file}-wal`])
		.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
