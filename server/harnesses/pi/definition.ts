import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { environmentNames } from "../environment-names.ts";
import { maxTurns } from "../max-turns.ts";

export const piSettings = z.strictObject({
	/** providers registered for this call only: name → configuration as in Pi's models.json */
	providers: z.record(z.string().min(1), z.record(z.string(), z.json())).default({}),
	environment: environmentNames,
	maxTurns,
});

export const piDefinition: HarnessDefinition = {
	id: "pi",
	title: "Pi",
	summary: "The Pi coding agent, run in JSON mode.",
	capabilities: {
		resume: true,
		outputSchema: false,
		mcp: false,
		readOnlyTools: true,
		maxTurns: false,
		cost: true,
		toolEvents: true,
	},
	binary: { name: "pi", npmPackage: "@mariozechner/pi-coding-agent", versionArgs: ["--version"] },
	state: [
		{
			path: ".pi/agent",
			movedBy: "PI_CODING_AGENT_DIR",
			login: ["auth.json"],
			own: ["sessions", "*.lock", "*.log"],
		},
	],
	keyVisibleToAgent: true,
	passEnvironment: [
		"ANTHROPIC_API_KEY",
		"GEMINI_API_KEY",
		"OPENAI_API_KEY",
		"OPENROUTER_API_KEY",
		"PI_CODING_AGENT_DIR",
	],
	modelHint: "provider/model, empty for Pi's own default",
	modelRequired: false,
	efforts: ["off", "minimal", "low", "medium", "high", "xhigh"],
	settings: piSettings,
	login: {
		command: "pi, then /login",
		probe: "file",
		paths: [".pi/agent/auth.json"],
		variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"],
	},
};
