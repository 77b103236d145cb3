import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { DomainError } from "../domain/errors.ts";

const folders = ["logs", "projects", "runs", "cache", "exports"];

/**
 * Makes the data directory with its folders, for the owner alone.
 * @throws DomainError `infrastructure` if it can't be made or written
 */
export function prepareDataDirectory(directory: string): void {
	try {
		make(directory);
		chmodSync(directory, 0o700);
		accessSync(directory, constants.W_OK | constants.X_OK);
		for (const name of folders) make(path.join(directory, name));
	} catch (error) {
		throw new DomainError(
			"infrastructure",
			`The data directory ${directory} can't be written (${(error as Error).message}): make it writable for you, or point FUSELINE_DATA_DIR at another folder.`,
		);
	}
}

/** One level at a time: on some file systems (/proc) Node's own recursive way never ends. */
function make(directory: string): void {
	if (existsSync(directory)) {
		if (!statSync(directory).isDirectory()) throw new Error("there is a file of that name");
		return;
	}
	if (path.dirname(directory) === directory) return;
	make(path.dirname(directory));
	mkdirSync(directory, { mode: 0o700 });
}
