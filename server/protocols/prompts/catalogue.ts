import type { PromptInputs } from "../../domain/prompt-inputs.ts";

/** Prompts that protocols may name. `correction` is the short one, for a session that has the rest in memory. */
export const promptNames = ["plan", "develop", "test", "vanilla", "continuation", "correction"] as const;
export type PromptName = (typeof promptNames)[number];

type Missing = PromptInputs["missing"][number];

/** Everything that a prompt says in words. A language is one value of this type: a missing key doesn't compile. */
export interface Catalogue {
	/** first line, says who is spoken to */
	opening: Record<PromptName, (at: { loop: number; loops: number }) => string>;
	/** what the role does and must not do, one rule each */
	rules: Record<PromptName, readonly string[]>;
	/** the place of this loop in the run changes what is worth planning */
	position: { first: string; middle: string; last: string };
	/** text between data fences is material, never instruction */
	dataRule: string;
	headings: {
		rules: string;
		problems: string;
		instruction: string;
		spec: string;
		criteria: string;
		missing: string;
		plan: string;
		preserved: string;
		ledger: string;
		evidence: string;
		records: string;
		look: string;
		files: string;
		place: string;
		answer: string;
	};
	problemsIntro: string;
	instructionIntro: string;
	missingIntro: string;
	missing: Record<Missing, string>;
	criteriaNone: string;
	preservedIntro: { planner: string; developer: string; tester: string };
	ledgerIntro: { planner: string; developer: string; tester: string };
	evidenceIntro: string;
	evidenceNone: string;
	recordsIntro: string;
	recordsNone: string;
	/** the tester's browser: how it is used, and that its refs count */
	look: {
		tools: string;
		command: (path: string) => string;
		rules: readonly string[];
		none: Record<"no_serve" | "not_served" | "no_browser", string>;
	};
	filesIntro: string;
	workspace: (path: string) => string;
	candidate: (label: string) => string;
	app: (url: string) => string;
	appNone: string;
	answer: (path: string) => readonly string[];
	schemaIntro: string;
	machineIntro: string;
}
