import { readFileSync } from "node:fs";
import type { ResolvedStart, StartFacts } from "../api/start-input.ts";
import { draftOfSpec } from "../api/start-spec.ts";
import type { Config } from "../config.ts";
import type { DoctorView } from "../domain/doctor-view.ts";
import { DomainError } from "../domain/errors.ts";
import type { Binding, Bindings } from "../domain/role.ts";
import type { StartRunInput } from "../domain/run.ts";
import type { ProjectDraft } from "../domain/views.ts";
import { harnessDefinitions } from "../harnesses/registry.ts";
import { protocolDefinitions } from "../protocols/registry.ts";
import type { ResolvedRun } from "../runner/start-run.ts";
import { readProjectFolder } from "../workspace/read-project.ts";
import type { Demos } from "./demos.ts";

type Source = StartRunInput["source"];

/** The project that a start names, as its files say. @throws DomainError for a source that can't be one */
export async function readDraft(source: Source, config: Config, demos: Demos): Promise<ProjectDraft> {
	const { dataDirectory } = config;
	switch (source.kind) {
		case "spec":
			return draftOfSpec(source.name, source.text);
		case "folder":
			return readProjectFolder(source.path, { dataDirectory });
		case "demo":
			// bundled with Fuseline, so it may lie wherever that is installed
			return readProjectFolder(demos.get(source.id).directory);
	}
}

export function startFacts(draft: ProjectDraft, doctor: DoctorView | null): StartFacts {
	return {
		protocols: Object.values(protocolDefinitions),
		harnesses: harnessDefinitions,
		draft,
		doctor,
	};
}

/** A checked start with everything that has to be fixed now: where the files are, and scenarios by their content. */
export function resolvedRun(
	input: StartRunInput,
	start: ResolvedStart,
	draft: ProjectDraft,
	demos: Demos,
): ResolvedRun {
	const { source } = input;
	return {
		projectName: start.name,
		source: source.kind === "demo" ? `demo:${source.id}` : (draft.folder?.path ?? null),
		seedDirectory: draft.folder?.path ?? null,
		spec: start.specText,
		project: start.project,
		protocol: start.protocol,
		options: start.options,
		bindings: withScenarios(start.bindings, demos),
		budgets: start.budgets,
		language: start.language,
	};
}

function withScenarios(bindings: Bindings, demos: Demos): Bindings {
	return Object.fromEntries(
		Object.entries(bindings).map(([role, binding]) => [role, withScenario(binding, demos)]),
	);
}

/** A scripted binding names its scenario; the run gets a copy, as it gets a copy of everything else. */
export function withScenario(binding: Binding, demos: Demos): Binding {
	const named =
		binding.harness === "scripted" && binding.settings.scenario === undefined ? binding.model : null;
	if (named === null) return binding;
	return { ...binding, settings: { ...binding.settings, scenario: readScenario(named, demos) } };
}

function readScenario(named: string, demos: Demos): ReturnType<Demos["scenario"]> {
	if (!named.startsWith("/")) return demos.scenario(named);
	try {
		return JSON.parse(readFileSync(named, "utf8")) as ReturnType<Demos["scenario"]>;
	} catch (error) {
		const what = `The scenario ${named} can't be read (${(error as Error).message}).`;
		throw new DomainError("invalid_input", what, [{ where: "bindings", what }]);
	}
}
