import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { environmentNames } from "../environment-names.ts";
import { maxTurns } from "../max-turns.ts";

export const commandSettings = z.strictObject({
	/** names of variables of your environment that the program may see */
	environment: environmentNames,
	maxTurns,
});

export const commandDefinition: HarnessDefinition = {
	id: "command",
	title: "Command",
	summary: "Any program of your own: prompt on stdin, answer in $FUSELINE_OUTBOX/result.json or on stdout.",
	capabilities: {
		resume: true,
		outputSchema: false,
		mcp: false,
		readOnlyTools: false,
		maxTurns: false,
		cost: false,
		toolEvents: false,
	},
	binary: null,
	state: [],
	keyVisibleToAgent: true,
	passEnvironment: [],
	modelHint: "Command line, run by sh -c in the workspace",
	modelRequired: true,
	efforts: [],
	settings: commandSettings,
	login: null,
};
