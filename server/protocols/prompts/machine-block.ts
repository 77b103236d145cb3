import type { PromptInputs } from "../../domain/prompt-inputs.ts";

/**
 * The ids of a prompt as one JSON object in a fence that a program can find: the last fence of a prompt that starts
 * with `json fuseline`. `acceptance` lists what must be proved (criteria, then constraints of the plan). Backticks are
 * escaped, so no text inside can end the fence.
 */
export function machineBlock(inputs: PromptInputs): string {
	const { plan } = inputs;
	// a baseline works from the spec alone: its prompt shows no criteria, so the block doesn't either
	const phases = inputs.role === "developer" && plan === null ? [] : inputs.phases;
	const block = {
		role: inputs.role,
		loop: inputs.loop,
		loops: inputs.loops,
		attempt: inputs.attempt,
		outbox: inputs.outbox,
		workspace: inputs.workspace,
		candidate: inputs.candidate,
		appUrl: inputs.appUrl,
		acceptance: [...new Set([...(plan?.acceptance ?? []), ...(plan?.constraints ?? [])])],
		constraints: plan?.constraints ?? [],
		criteria: phases.flatMap((phase) => phase.criteria.map((criterion) => criterion.id)),
		missing: inputs.missing,
		preserved: inputs.preserved.map(({ claim, statement }) => ({ claim, statement })),
		ledger: inputs.ledger.map(({ key, status, claim, title }) => ({ key, status, claim, title })),
		records: inputs.records.map(({ ref, passed, kind, title, observation }) => ({
			ref,
			passed,
			kind,
			title,
			observation: observation.slice(0, 300),
		})),
	};
	return `\`\`\`json fuseline\n${JSON.stringify(block).replaceAll("`", "\\u0060")}\n\`\`\``;
}
