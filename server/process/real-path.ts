import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Resolves links in the part of a path that exists; mounts must not land on a link. */
export function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		return parent === path ? path : join(realPath(parent), basename(path));
	}
}

/** Is a real path another one or below it? */
export function isWithin(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
