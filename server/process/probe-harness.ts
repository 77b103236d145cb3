import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import type { HarnessStatus } from "../domain/doctor-view.ts";
import type { HarnessDefinition } from "../domain/harness.ts";
import { readOutput, runCommand } from "./run-command.ts";
import { findProgram } from "./which.ts";

/** Where harnesses are looked for. */
export interface HarnessPlaces {
	/** the user's environment: PATH, HOME, keys */
	environment: Record<string, string>;
	/** `<cache>/<harness id>/bin/<program>` is what `npm run harnesses:install` puts there */
	harnessCache: string;
}

const versionTimeoutMs = 45_000;

/** Absolute path of a harness's program: ours from the cache first (its version is the tested one), else PATH. */
export function findHarness(definition: HarnessDefinition, places: HarnessPlaces): string | null {
	if (definition.binary === null) return null;
	const cache = path.join(places.harnessCache, definition.id, "bin");
	return findProgram(definition.binary.name, [cache], places.environment.PATH ?? "");
}

/** What `doctor` says of one harness, except the scenarios that it could play. Starts the program for its version. */
export async function probeHarness(
	definition: HarnessDefinition,
	places: HarnessPlaces,
): Promise<Omit<HarnessStatus, "scenarios">> {
	const found = findHarness(definition, places);
	const version = found === null ? null : await versionOf(found, definition, places);
	const installed = definition.binary === null || version !== null;
	return {
		id: definition.id,
		title: definition.title,
		summary: definition.summary,
		installed,
		path: found,
		version,
		login: loginOf(definition, places),
		loginHint: definition.login
			? `run \`${definition.login.command}\`, or set ${definition.login.variables[0]}`
			: null,
		installHint: installed ? null : installHint(definition, found),
		capabilities: definition.capabilities,
		keyVisibleToAgent: definition.keyVisibleToAgent,
		eyes: definition.capabilities.mcp ? "mcp" : "command",
		modelHint: definition.modelHint,
		modelRequired: definition.modelRequired,
		efforts: definition.efforts,
	};
}

function installHint({ binary, id, title }: HarnessDefinition, found: string | null): string | null {
	if (binary === null) return null;
	const install = `npm run harnesses:install -- ${id}`;
	return found === null ? install : `${title} at ${found} doesn't start; ${install} gets a working one`;
}

const known = new Map<string, string>();

/** Null: it doesn't start. Kept until the file changes, as some CLIs take seconds to say it. */
async function versionOf(
	program: string,
	{ binary }: HarnessDefinition,
	places: HarnessPlaces,
): Promise<string | null> {
	const { mtimeMs, size } = statSync(program);
	const key = `${program} ${mtimeMs} ${size}`;
	const before = known.get(key);
	if (before !== undefined) return before;
	const directory = mkdtempSync(path.join(tmpdir(), "fuseline-version-"));
	try {
		const result = await runCommand({
			argv: [program, ...(binary?.versionArgs ?? ["--version"])],
			cwd: directory,
			// a home of its own: asking for a version must not make files in the user's
			environment: { PATH: places.environment.PATH ?? "", HOME: directory, TMPDIR: directory, TERM: "dumb" },
			stdoutPath: path.join(directory, "stdout"),
			stderrPath: path.join(directory, "stderr"),
			// one of its own: the end of a call sweeps everything that bears its marker, and harnesses are asked at once
			marker: path.basename(directory),
			timeoutMs: versionTimeoutMs,
		});
		if (result.code !== 0) return null;
		const { stdout, stderr } = readOutput(result);
		const text = stdout.trim() === "" ? stderr : stdout;
		const version = /\d+\.\d+[\w.+-]*/.exec(text)?.[0] ?? text.trim().slice(0, 40);
		known.set(key, version);
		return version;
	} catch {
		return null;
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
}

/** From files and variables alone: no CLI is asked, no key is read. */
function loginOf(
	{ login, binary }: HarnessDefinition,
	{ environment }: HarnessPlaces,
): HarnessStatus["login"] {
	if (login === null) return binary === null ? "not_needed" : "unknown";
	if (login.variables.some((name) => (environment[name] ?? "") !== "")) return "yes";
	if (login.probe !== "file") return "unknown";
	const home = environment.HOME ?? homedir();
	return login.paths.some((relative) => existsSync(path.join(home, relative))) ? "yes" : "no";
}
