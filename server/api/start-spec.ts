import { projectConfigSchema } from "../domain/project-config.ts";
import { specProblems } from "../domain/spec-text.ts";
import type { ProjectDraft } from "../domain/views.ts";

/** A pasted spec as a project without a folder. */
export function draftOfSpec(name: string, text: string): ProjectDraft {
	return {
		name,
		specText: text,
		folder: null,
		project: projectConfigSchema.parse({}),
		configFound: false,
		problems: specProblems(text),
		warnings: [],
	};
}
