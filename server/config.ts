import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { DomainError, problemsOf } from "./domain/errors.ts";

/** Programs of ours that run as children of their own; each is a bundle below `buildDirectory`. */
export type Entry =
	| "daemon"
	| "runner"
	| "cli"
	| "next"
	| "browser"
	| "image"
	| "upkeep"
	| "scripted"
	| "look-browser"
	| "look"
	| "look-mcp"
	| "faults"
	| "bench";

export interface Config {
	/** root of the checkout: holds `prisma/migrations`, the Next build, `package.json` */
	repositoryRoot: string;
	buildDirectory: string;
	migrationsDirectory: string;
	/** everything that Fuseline keeps; absolute */
	dataDirectory: string;
	/** main database, opened by `store` alone */
	databaseFile: string;
	/** `off`: work without a wall although there is one, so that the fallback can be seen; nothing is accepted then */
	sandbox: "auto" | "off";
	/** where `npm run harnesses:install` puts coding CLIs */
	harnessCache: string;
	/** 0: any free one */
	port: number;
	/** port of the second site; null: the one after `port` */
	artifactPort: number | null;
	/** what happens to living runs when the daemon is asked to end */
	onExit: "suspend" | "keep";
	/** runs that an earlier daemon suspended go on at once, without being asked */
	resume: boolean;
	/** a browser that the user wants to be used for probes */
	browser: string | null;
	/** runs pause while less than this is free on the data directory's disk; null: see `minFreeBytes`; 0: never */
	minFreeMegabytes: number | null;
	/** a fault on purpose, `point:count[:action]`; see fault-point.ts */
	faultAt: string | null;
	/** pages by `next dev` with hot reload */
	development: boolean;
	/** the user's environment, for children that get a part of it */
	environment: Record<string, string>;
	/** absolute path of a bundle */
	entry(name: Entry): string;
}

const port = z.coerce
	.number("not a port number")
	.int()
	.min(0, "not a port number")
	.max(65535, "not a port number");

// a relative one would be another folder for each process that starts elsewhere, and npm starts us elsewhere
const wholePath = z
	.string()
	.startsWith(
		"/",
		"not an absolute path: give the whole one, from / on; a relative one depends on where a process starts",
	);

const environmentSchema = z.object({
	FUSELINE_DATA_DIR: wholePath.optional(),
	FUSELINE_HARNESS_CACHE: wholePath.optional(),
	FUSELINE_PORT: port.default(4100),
	FUSELINE_ARTIFACT_PORT: port.optional(),
	FUSELINE_ON_EXIT: z.enum(["suspend", "keep"]).default("suspend"),
	FUSELINE_SANDBOX: z.enum(["auto", "off"]).default("auto"),
	FUSELINE_RESUME: z.enum(["0", "1"]).default("0"),
	FUSELINE_BROWSER: z.string().min(1).optional(),
	FUSELINE_MIN_FREE_MB: z.coerce.number("not a number").min(0, "less than 0").optional(),
	FUSELINE_DEVELOPMENT: z.enum(["0", "1"]).default("0"),
	FUSELINE_FAULT_AT: z
		.string()
		.regex(/^[a-z.-]+:[1-9]\d*(:(kill|stop|E[A-Z]+|SQLITE_[A-Z_]+))?$/, "not a point:count[:action]")
		.optional(),
	XDG_DATA_HOME: z.string().startsWith("/").optional().catch(undefined),
	XDG_CACHE_HOME: z.string().startsWith("/").optional().catch(undefined),
});

/** What a flag of the command line says, from now on and for every child, as if the user had set the variable. */
export function overrideSettings(settings: { FUSELINE_PORT?: string; FUSELINE_ON_EXIT?: string }): void {
	for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value;
}

const repositoryRoot = path.resolve(import.meta.dirname, "..");
const buildDirectory = path.join(repositoryRoot, ".build");

/**
 * Reads the settings from the environment, the only place that does.
 * @throws DomainError `invalid_input` that names the variable
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
	const given = Object.fromEntries(
		Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
	const parsed = environmentSchema.safeParse(given);
	if (!parsed.success) {
		const problems = problemsOf(parsed.error.issues);
		const first = problems[0];
		throw new DomainError(
			"invalid_input",
			`${first?.where}: ${first?.what}. Mend or unset that variable.`,
			problems,
		);
	}
	const settings = parsed.data;
	const home = given.HOME ?? homedir();
	const dataHome = settings.XDG_DATA_HOME ?? path.join(home, ".local", "share");
	const cacheHome = settings.XDG_CACHE_HOME ?? path.join(home, ".cache");
	const dataDirectory = path.resolve(settings.FUSELINE_DATA_DIR ?? path.join(dataHome, "fuseline"));
	return {
		repositoryRoot,
		buildDirectory,
		migrationsDirectory: path.join(repositoryRoot, "prisma", "migrations"),
		dataDirectory,
		databaseFile: path.join(dataDirectory, "fuseline.sqlite"),
		sandbox: settings.FUSELINE_SANDBOX,
		harnessCache: path.resolve(
			settings.FUSELINE_HARNESS_CACHE ?? path.join(cacheHome, "fuseline", "harnesses"),
		),
		port: settings.FUSELINE_PORT,
		artifactPort: settings.FUSELINE_ARTIFACT_PORT ?? null,
		onExit: settings.FUSELINE_ON_EXIT,
		resume: settings.FUSELINE_RESUME === "1",
		browser: settings.FUSELINE_BROWSER ?? null,
		minFreeMegabytes: settings.FUSELINE_MIN_FREE_MB ?? null,
		faultAt: settings.FUSELINE_FAULT_AT ?? null,
		development: settings.FUSELINE_DEVELOPMENT === "1",
		environment: given,
		entry: (name) => path.join(buildDirectory, `${name}.mjs`),
	};
}
