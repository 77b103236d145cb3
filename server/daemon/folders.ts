import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { DomainError } from "../domain/errors.ts";
import type { FolderListing } from "../domain/views.ts";

const atMost = 1000;

/** Folders below a folder, for choosing a project; null: the user's home. @throws DomainError `invalid_input` */
export function listFolders(asked: string | null, home: string): FolderListing {
	const wanted = asked === null || asked === "" || asked === "~" ? home : asked.replace(/^~(?=\/)/, home);
	if (!path.isAbsolute(wanted)) throw refused(`${wanted} isn't a whole path: begin with / or ~/.`);
	let folder: string;
	try {
		folder = realpathSync(wanted);
	} catch {
		throw refused(`${wanted} doesn't exist.`);
	}
	if (!statSync(folder).isDirectory()) throw refused(`${wanted} isn't a folder.`);
	let names: string[];
	try {
		names = readdirSync(folder, { withFileTypes: true })
			.filter((entry) => !entry.name.startsWith("."))
			.filter(
				(entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path.join(folder, entry.name))),
			)
			.map((entry) => entry.name);
	} catch {
		throw refused(`${wanted} can't be read: you have no permission.`);
	}
	const parent = path.dirname(folder);
	return {
		path: folder,
		parent: parent === folder ? null : parent,
		folders: names.sort((a, b) => a.localeCompare(b)).slice(0, atMost),
		hasSpec: existsSync(path.join(folder, "spec.md")),
		hasConfig: existsSync(path.join(folder, "fuseline.json")),
	};
}

function isFolder(file: string): boolean {
	return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function refused(what: string): DomainError {
	return new DomainError("invalid_input", what, [{ where: "path", what }]);
}
