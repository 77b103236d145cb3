import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import type { HarnessStatus, NewRunView } from "../domain/views.ts";

/** Projects that come with Fuseline, each with the scenario by which the scripted harness plays it. */
export interface Demos {
	list(): NewRunView["demos"];
	/** @throws DomainError `not_found` */
	get(id: string): { directory: string };
	scenarios(): HarnessStatus["scenarios"];
	/** the whole scenario with its files; a scenario has the id of its demo. @throws DomainError `invalid_input` */
	scenario(id: string): z.core.util.JSONType;
}

const aboutSchema = z.strictObject({ title: z.string(), summary: z.string(), name: z.string() });
const scenarioSchema = z.looseObject({ files: z.record(z.string(), z.json()).default({}) });

/**
 * `server/demo/<id>/` holds `demo.json` (title, summary, name), `project/` (spec and fuseline.json, the folder that a run
 * copies) and `scenario.json`; the files of `loops/` are the scenario's `files`, by their path from there.
 */
export function readDemos(repositoryRoot: string): Demos {
	const root = path.join(repositoryRoot, "server", "demo");
	const ids = existsSync(root)
		? readdirSync(root).filter((id) => existsSync(path.join(root, id, "demo.json")))
		: [];
	const about = new Map(ids.map((id) => [id, aboutSchema.parse(readJson(path.join(root, id, "demo.json")))]));
	return {
		list: () => [...about].map(([id, demo]) => ({ id, ...demo })),
		get(id) {
			if (about.has(id)) return { directory: path.join(root, id, "project") };
			throw new DomainError("not_found", `There is no demo "${id}": use one of ${ids.join(", ")}.`);
		},
		scenarios: () => [...about].map(([id, { title }]) => ({ id, title })),
		scenario(id) {
			if (!about.has(id)) {
				throw new DomainError(
					"invalid_input",
					`There is no scenario "${id}": use one of ${ids.join(", ")}, or the path of a file.`,
				);
			}
			const scenario = scenarioSchema.parse(readJson(path.join(root, id, "scenario.json")));
			return {
				...scenario,
				files: { ...filesBelow(path.join(root, id, "loops"), ""), ...scenario.files },
			} as z.core.util.JSONType;
		},
	};
}

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(file, "utf8"));
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
