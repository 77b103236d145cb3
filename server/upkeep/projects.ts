import { existsSync } from "node:fs";
import { contentsFile } from "../evidence/contents-file.ts";
import type { Store } from "../store/open.ts";

export interface ProjectPlace {
	id: string;
	name: string;
	file: string;
}

/** Projects whose contents file exists. */
export function projectPlaces(store: Store, dataDirectory: string): ProjectPlace[] {
	const rows = store.db.prepare("SELECT id, name FROM Project ORDER BY id").all() as {
		id: string;
		name: string;
	}[];
	return rows
		.map((row) => ({ ...row, file: contentsFile({ dataDirectory }, row.id) }))
		.filter((row) => existsSync(row.file));
}
