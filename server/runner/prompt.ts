import { canonicalJson } from "../domain/canonical-json.ts";
import type { PromptInputs } from "../domain/prompt-inputs.ts";
import { renderPrompt } from "../protocols/prompts/render.ts";
import type { RunContext } from "./run-context.ts";

/**
 * The prompt's text and, by name, everything that went into it: stored, so that anyone can audit what a role was told
 * (design §5.7).
 */
export function promptOf(
	context: RunContext,
	name: string,
	inputs: PromptInputs,
): { text: string; inputs: { name: string; text: string }[] } {
	const named: { name: string; text: string }[] = [{ name: "spec", text: inputs.spec }];
	if (inputs.planMarkdown !== null) named.push({ name: "development-document", text: inputs.planMarkdown });
	for (const [key, value] of [
		["criteria", inputs.phases],
		["preservation", inputs.preserved],
		["ledger", inputs.ledger],
		["evidence", inputs.evidence],
		["records", inputs.records],
		["files", inputs.files],
	] as const) {
		if (value !== null && (!Array.isArray(value) || value.length > 0))
			named.push({ name: key, text: canonicalJson(value) });
	}
	if (inputs.problems.length > 0) named.push({ name: "problems", text: inputs.problems.join("\n") });
	if (inputs.instruction !== null) named.push({ name: "instruction", text: inputs.instruction });
	return { text: renderPrompt(name, inputs, context.config.language), inputs: named };
}

/** Inputs that are the same for every role; the caller adds what its role may see. */
export function commonInputs(
	context: RunContext,
	role: PromptInputs["role"],
	loop: number,
	call: { attempt: number; problems: string[]; outbox: string; workspace: string; resultSchema: unknown },
): PromptInputs {
	return {
		role,
		loop,
		loops: context.config.options.loops,
		attempt: call.attempt,
		spec: context.spec,
		outbox: call.outbox,
		workspace: call.workspace,
		resultSchema: call.resultSchema,
		problems: call.problems,
		phases: [],
		missing: [],
		preserved: [],
		ledger: [],
		evidence: null,
		files: [],
		plan: null,
		planMarkdown: null,
		records: [],
		appUrl: null,
		look: null,
		candidate: null,
		instruction: null,
	};
}
