import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { mcpServersSchema } from "../../domain/mcp-servers.ts";
import { environmentNames } from "../environment-names.ts";
import { maxTurns } from "../max-turns.ts";

export const claudeSettings = z.strictObject({
	/** address of an API gateway, without /v1 */
	baseUrl: z.url().optional(),
	maxTurns,
	environment: environmentNames,
	mcpServers: mcpServersSchema,
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
	// Claude Code also notes counters and caches in .claude.json, which it replaces by rename: into a single mounted file that
	// fails, and two calls at once would tear it. It reads the login from there and goes on without persisting.
	state: [
		{
			path: ".claude",
			movedBy: "CLAUDE_CONFIG_DIR",
			login: [".credentials.json"],
			own: [
				"projects",
				"sessions",
				"session-env",
				".last-cleanup",
				"shell-snapshots",
				"file-history",
				"history.jsonl*",
				"todos",
				"tasks",
				"plans",
				"teams",
				"jobs",
				"ide",
				"paste-cache",
				"image-cache",
				"stats-cache.json",
				"mcp-needs-auth-cache.json",
				"backups",
				"cache",
				"debug",
				"logs",
				"statsig",
				"telemetry",
				"usage-data",
				"*.lock",
			],
		},
	],
	readPaths: [".claude.json"],
	keyVisibleToAgent: true,
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
