import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const fixture = join(import.meta.dirname, "../fixtures/data-directory-0001");

/**
 * A data directory as the first schema left it: a run of two loops that has ended (both candidates fail, one issue is
 * open) and a queued one of the same project. Made by the code of that time and never touched since.
 */
export function unpackOldData(directory: string): { projectId: string; contentsFile: string } {
	const projectId = readdirSync(join(fixture, "projects"))[0] as string;
	mkdirSync(join(directory, "projects", projectId), { recursive: true });
	const contents = `projects/${projectId}/contents.sqlite`;
	for (const name of ["fuseline.sqlite", contents]) {
		writeFileSync(join(directory, name), gunzipSync(readFileSync(join(fixture, `${name}.gz`))), {
			mode: 0o600,
		});
	}
	return { projectId, contentsFile: join(directory, contents) };
}
