import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { demos } from "../demo/catalogue.ts";
import type { HarnessStatus } from "../domain/doctor-view.ts";
import { DomainError } from "../domain/errors.ts";
import type { NewRunView } from "../domain/views.ts";

/** Projects that come with Fuseline, each with the scenario by which the scripted harness plays it. */
export interface Demos {
	list(): NewRunView["demos"];
	/** @throws DomainError `not_found` */
	get(id: string): { directory: string };
	scenarios(): HarnessStatus["scenarios"];
	/** the whole scenario with its files; a scenario has the id of its demo. @throws DomainError `invalid_input` */
	scenario(id: string): z.core.util.JSONType;
}

/**
 * `server/demo/<id>/` holds `project/` (spec and fuseline.json, the folder that a run copies) and `loops/`, whose files are
 * the scenario's `files`, by their path from there.
 */
export function readDemos(repositoryRoot: string): Demos {
	const root = path.join(repositoryRoot, "server", "demo");
	const ids = Object.keys(demos);
	return {
		list: () => Object.entries(demos).map(([id, { title, summary, name }]) => ({ id, title, summary, name })),
		get(id) {
			if (Object.hasOwn(demos, id)) return { directory: path.join(root, id, "project") };
			throw new DomainError("not_found", `There is no demo "${id}": use one of ${ids.join(", ")}.`);
		},
		scenarios: () => Object.entries(demos).map(([id, { title }]) => ({ id, title })),
		scenario(id) {
			const demo = Object.hasOwn(demos, id) ? demos[id] : undefined;
			if (demo === undefined) {
				throw new DomainError(
					"invalid_input",
					`There is no scenario "${id}": use one of ${ids.join(", ")}, or the path of a file.`,
				);
			}
			const files = filesBelow(path.join(root, id, "loops"), "");
			return { ...demo.scenario, files } as z.core.util.JSONType;
		},
	};
}

function filesBelow(root: string, folder: string): Record<string, string> {
	const full = path.join(root, folder);
	if (!existsSync(full)) return {};
	const files: Record<string, string> = {};
	for (const entry of readdirSync(full, { withFileTypes: true })) {
		const inside = path.posix.join(folder, entry.name);
		if (entry.isDirectory()) Object.assign(files, filesBelow(root, inside));
		else files[inside] = readFileSync(path.join(root, inside), "utf8");
	}
	return files;
}
