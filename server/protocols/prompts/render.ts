import type { PromptInputs } from "../../domain/prompt-inputs.ts";
import { type Catalogue, type PromptName, promptNames } from "./catalogue.ts";
import { en } from "./en.ts";
import { machineBlock } from "./machine-block.ts";
import {
	answerSection,
	criteriaSection,
	evidenceSection,
	filesSection,
	instructionSection,
	ledgerSection,
	lookSection,
	missingSection,
	placeSection,
	planSection,
	preservedSection,
	problemsSection,
	recordsSection,
	specSection,
} from "./sections.ts";
import { zh } from "./zh.ts";

const catalogues: Record<"en" | "zh", Catalogue> = { en, zh };

/** What each prompt shows, in order. A part without content is left out by itself. */
const layout: Record<PromptName, readonly (typeof specSection)[]> = {
	plan: [
		problemsSection,
		instructionSection,
		specSection,
		criteriaSection,
		missingSection,
		preservedSection,
		ledgerSection,
		evidenceSection,
		filesSection,
	],
	develop: [
		problemsSection,
		instructionSection,
		specSection,
		planSection,
		criteriaSection,
		preservedSection,
		ledgerSection,
	],
	test: [
		problemsSection,
		instructionSection,
		specSection,
		planSection,
		criteriaSection,
		preservedSection,
		ledgerSection,
		recordsSection,
		lookSection,
	],
	vanilla: [problemsSection, instructionSection, specSection],
	continuation: [problemsSection, instructionSection, specSection],
	correction: [problemsSection],
};

/**
 * The whole text of one call. With problems any prompt says first what was wrong, so that also a harness without
 * sessions can correct itself; `correction` alone is enough where the session goes on.
 * @param name one of `promptNames`, as the protocol's effect names it
 */
export function renderPrompt(name: string, inputs: PromptInputs, language: "en" | "zh"): string {
	if (!isPromptName(name)) throw new Error(`there is no prompt "${name}"`);
	const words = catalogues[language];
	const parts = [words.opening[name]({ loop: inputs.loop, loops: inputs.loops })];
	const rules = words.rules[name].map((rule) => `- ${rule}`);
	if (name === "plan") rules.push(`- ${positionOf(inputs, words)}`);
	rules.push(`- ${words.dataRule}`);
	parts.push(section(words.headings.rules, rules.join("\n")));
	for (const part of [...layout[name], placeSection, answerSection]) {
		const made = part(inputs, words);
		if (made !== null) parts.push(section(made.heading, made.body));
	}
	parts.push(`${words.machineIntro}\n${machineBlock(inputs)}`);
	return `${parts.join("\n\n")}\n`;
}

function isPromptName(name: string): name is PromptName {
	return (promptNames as readonly string[]).includes(name);
}

function positionOf(inputs: PromptInputs, words: Catalogue): string {
	if (inputs.loops > 1 && inputs.loop >= inputs.loops) return words.position.last;
	return inputs.loop === 1 ? words.position.first : words.position.middle;
}

function section(heading: string, body: string): string {
	return `## ${heading}\n\n${body}`;
}
