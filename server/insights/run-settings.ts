import { DomainError } from "../domain/errors.ts";
import type { StartRunInput } from "../domain/run.ts";
import { column, configColumn } from "./columns.ts";
import type { Sources } from "./sources.ts";

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
	return {
		source: sourceOf(source, name, () =>
			sources.contents(run.projectId).get(config.specSha256).toString("utf8"),
		),
		protocol: config.protocol,
		options: config.options,
		bindings: config.bindings as StartRunInput["bindings"],
		budgets: config.budgets as StartRunInput["budgets"],
		language: config.language,
		project: config.project as StartRunInput["project"],
	};
}

function sourceOf(source: string | null, name: string, spec: () => string): StartRunInput["source"] {
	if (source === null) return { kind: "spec", name, text: spec() };
	if (source.startsWith(demoSource)) return { kind: "demo", id: source.slice(demoSource.length) };
	return { kind: "folder", path: source };
}
