import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";

export const scriptedSettings = z.strictObject({
	/** absolute path of the agent's bundle; the runner puts it in */
	agent: z.string().optional(),
	/** the scenario itself; the runner puts in what `model` names. Checked in full when the call is made */
	scenario: z.unknown().optional(),
});

export const scriptedDefinition: HarnessDefinition = {
	id: "scripted",
	title: "Scripted",
	summary:
		"Plays a scenario file: real edits, commands and servers, no model. Its token numbers are simulated.",
	capabilities: {
		resume: true,
		outputSchema: false,
		mcp: false,
		readOnlyTools: false,
		maxTurns: false,
		cost: false,
		toolEvents: true,
	},
	binary: null,
	state: [{ path: ".local/state/fuseline-scripted", login: [], own: ["*"] }],
	keyVisibleToAgent: false,
	passEnvironment: [],
	modelHint: "Scenario: the path of a JSON file",
	modelRequired: false,
	efforts: [],
	settings: scriptedSettings,
	login: null,
};
