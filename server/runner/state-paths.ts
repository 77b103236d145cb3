import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Config } from "../config.ts";
import type { HarnessDefinition, StateFolder } from "../domain/harness.ts";
import { harnesses } from "../harnesses/registry.ts";
import { realPath } from "../process/real-path.ts";
import type { StateView } from "../process/sandbox.ts";

/**
 * What a call sees of its CLI's folders in HOME: configuration read-only, and for all else, its login too, a folder
 * below `own` (the step's: a correction and a continued turn find their session there). The CLI's folder itself is made
 * if it isn't there, since the sandbox can only mount on what exists; nothing is made in it.
 */
export function stateViews(host: Config, definition: HarnessDefinition, own: string): StateView[] {
	return definition.state.map((folder, index) => {
		const named = folderPath(host, folder);
		if (!existsSync(named)) mkdirSync(named, { recursive: true, mode: 0o700 });
		const at = realPath(named);
		const behind = join(own, definition.id, String(index));
		mkdirSync(behind, { recursive: true, mode: 0o700 });
		return { at, behind, shown: shownOf(at, folder), logins: folder.login, own: folder.own };
	});
}

/** What a CLI only reads in HOME, as far as it is there. */
export function readPaths(host: Config, definition: HarnessDefinition): string[] {
	return (definition.readPaths ?? []).map((path) => inHome(host, path)).filter((path) => existsSync(path));
}

/** Folders and files of all CLIs, logins among them: nobody sees those of a CLI that isn't the caller's own. */
export function harnessPaths(host: Config): string[] {
	return Object.values(harnesses).flatMap(({ definition }) => [
		// where it was moved, and where it may still lie with an old login
		...definition.state.flatMap((folder) => [folderPath(host, folder), inHome(host, folder.path)]),
		...readPaths(host, definition),
	]);
}

function shownOf(folder: string, { login, own }: StateFolder): StateView["shown"] {
	const isOwn = own.map(patternOf);
	return readdirSync(folder).flatMap((name) => {
		if (login.includes(name) || isOwn.some((pattern) => pattern.test(name))) return [];
		const source = plainSource(join(folder, name));
		return source === null ? [] : [{ name, source }];
	});
}

/** Null for a dangling link, and for a socket or pipe, behind which a service of the user would act outside of the sandbox. */
function plainSource(path: string): string | null {
	try {
		const real = realpathSync(path);
		const found = lstatSync(real);
		return found.isFile() || found.isDirectory() ? real : null;
	} catch {
		return null;
	}
}

function patternOf(name: string): RegExp {
	const parts = name.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${parts.join(".*")}$`);
}

function folderPath(host: Config, { path, movedBy }: StateFolder): string {
	const moved = movedBy === undefined ? undefined : host.environment[movedBy];
	return moved !== undefined && isAbsolute(moved) ? moved : inHome(host, path);
}

function inHome(host: Config, path: string): string {
	return join(host.environment.HOME ?? homedir(), path);
}
