import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { mcpServersSchema } from "../../domain/mcp-servers.ts";
import { environmentNames } from "../environment-names.ts";
import { maxTurns } from "../max-turns.ts";

export const opencodeSettings = z.strictObject({
	/** merged over your own opencode.json for this call, e.g. a provider */
	config: z.record(z.string(), z.json()).default({}),
	environment: environmentNames,
	maxTurns,
	mcpServers: mcpServersSchema,
});

export const opencodeDefinition: HarnessDefinition = {
	id: "opencode",
	title: "OpenCode",
	summary: "OpenCode, run by opencode run.",
	capabilities: {
		resume: true,
		outputSchema: false,
		mcp: true,
		readOnlyTools: true,
		maxTurns: false,
		cost: true,
		toolEvents: true,
	},
	binary: { name: "opencode", npmPackage: "opencode-ai", versionArgs: ["--version"] },
	state: [
		{ path: ".config/opencode", login: [], own: [] },
		{
			path: ".local/share/opencode",
			login: ["auth.json", "mcp-auth.json"],
			own: ["*.db*", "storage", "snapshot", "tool-output", "project", "worktree", "repos", "log"],
		},
		// the version decides whether the cache is emptied, so it must be one that can be written
		{ path: ".cache/opencode", login: [], own: ["version"] },
		{ path: ".local/state/opencode", login: [], own: ["*"] },
	],
	// one from your environment; a key in its login or a configuration file is not in the shell
	keyVisibleToAgent: true,
	passEnvironment: [
		"ANTHROPIC_API_KEY",
		"GEMINI_API_KEY",
		"GOOGLE_GENERATIVE_AI_API_KEY",
		"OPENAI_API_KEY",
		"OPENCODE_API_KEY",
		"OPENROUTER_API_KEY",
	],
	modelHint: "provider/model, empty for OpenCode's own default",
	modelRequired: false,
	efforts: ["minimal", "low", "medium", "high", "max"],
	settings: opencodeSettings,
	login: {
		command: "opencode auth login",
		probe: "file",
		paths: [".local/share/opencode/auth.json"],
		variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
	},
};
