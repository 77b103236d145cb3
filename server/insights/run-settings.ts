import { DomainError } from "../domain/errors.ts";
import type { Bindings } from "../domain/role.ts";
import type { StartRunInput } from "../domain/run.ts";
import { column, configColumn } from "./columns.ts";
import type { ContentsReader, Sources } from "./sources.ts";

/** Projects that we ship are known by this in place of a folder. */
export const demoSource = "demo:";

/**
 * What was handed in to start a run, to start another one like it.
 * @throws DomainError `not_found`
 */
export async function runSettings(sources: Sources, runId: string): Promise<StartRunInput> {
	const run = await sources.reads.run.findUnique({ where: { id: runId }, include: { project: true } });
	if (!run) throw new DomainError("not_found", `There is no run ${runId}.`);
	const config = column(configColumn, run.config, "Run.config");
	const { source, name } = run.project;
	const contents = sources.contents(run.projectId);
	return {
		source: sourceOf(source, name, () => contents.get(config.specSha256).toString("utf8")),
		protocol: config.protocol,
		options: config.options,
		bindings: asGiven(config.bindings, contents) as StartRunInput["bindings"],
		budgets: config.budgets as StartRunInput["budgets"],
		language: config.language,
		project: config.project as StartRunInput["project"],
	};
}

/** A run keeps its scenario as a content; who starts another one names it, or gives it whole where it had no name. */
function asGiven(bindings: Bindings, contents: ContentsReader): Bindings {
	return Object.fromEntries(
		Object.entries(bindings).map(([role, binding]) => {
			const { scenarioSha256, ...settings } = binding.settings;
			if (typeof scenarioSha256 !== "string" || binding.model !== null)
				return [role, { ...binding, settings }];
			const scenario = JSON.parse(contents.get(scenarioSha256).toString("utf8"));
			return [role, { ...binding, settings: { ...settings, scenario } }];
		}),
	);
}

function sourceOf(source: string | null, name: string, spec: () => string): StartRunInput["source"] {
	if (source === null) return { kind: "spec", name, text: spec() };
	if (source.startsWith(demoSource)) return { kind: "demo", id: source.slice(demoSource.length) };
	return { kind: "folder", path: source };
}
