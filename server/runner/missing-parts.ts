import type { EffectiveProject } from "../domain/effective-project.ts";
import type { PromptInputs } from "../domain/prompt-inputs.ts";

/** What nobody has said yet and the planner therefore has to propose as data (design §6b: a spec alone is enough). */
export function missingParts(project: EffectiveProject): PromptInputs["missing"] {
	const missing: PromptInputs["missing"] = [];
	if (project.phases.length === 0) missing.push("criteria");
	if (project.serve === null) missing.push("serve");
	if (project.checks.length === 0) missing.push("checks");
	if (project.probes.length === 0) missing.push("probes");
	return missing;
}
