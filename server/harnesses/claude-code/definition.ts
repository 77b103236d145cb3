import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { environmentNames } from "../environment-names.ts";

export const claudeSettings = z.strictObject({
	/** address of an API gateway, without /v1 */
	baseUrl: z.url().optional(),
	/** model turns per call */
	maxTurns: z.number().int().positive().optional(),
	environment: environmentNames,
});

export const claudeDefinition: HarnessDefinition = {
	id: "claude-code",
	title: "Claude Code",
	summary: "Anthropic's Claude Code, run by claude -p.",
	capabilities: {
		resume: true,
		outputSchema: true,
		mcp: true,
		readOnlyTools: true,
		maxTurns: true,
		cost: true,
		toolEvents: true,
	},
	binary: { name: "claude", npmPackage: "@anthropic-ai/claude-code", versionArgs: ["--version"] },
	statePaths: [".claude", ".claude.json"],
	passEnvironment: [
		"ANTHROPIC_API_KEY",
		"ANTHROPIC_AUTH_TOKEN",
		"ANTHROPIC_BASE_URL",
		"CLAUDE_CODE_OAUTH_TOKEN",
		"CLAUDE_CODE_USE_BEDROCK",
		"CLAUDE_CODE_USE_VERTEX",
		"CLAUDE_CONFIG_DIR",
	],
	modelHint: "Model name or alias, empty for Claude Code's own default",
	modelRequired: false,
	efforts: ["low", "medium", "high", "max"],
	settings: claudeSettings,
	login: {
		command: "claude auth login",
		probe: "file",
		paths: [".claude/.credentials.json"],
		variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
	},
};
