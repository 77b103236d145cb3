import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { mcpServersSchema } from "../../domain/mcp-servers.ts";
import { environmentNames } from "../environment-names.ts";
import { maxTurns } from "../max-turns.ts";

export const codexSettings = z.strictObject({
	/** more `-c key=value` overrides, e.g. a model provider of your own */
	config: z.record(z.string().min(1), z.union([z.string(), z.number(), z.boolean()])).default({}),
	/** names of variables of your environment that Codex may see, e.g. the one that holds a provider's key */
	environment: environmentNames,
	maxTurns,
	mcpServers: mcpServersSchema,
});

export const codexDefinition: HarnessDefinition = {
	id: "codex",
	title: "Codex",
	summary: "OpenAI Codex CLI, run by codex exec.",
	capabilities: {
		resume: true,
		outputSchema: true,
		mcp: true,
		readOnlyTools: true,
		maxTurns: false,
		cost: false,
		countsBySession: true,
		toolEvents: true,
	},
	binary: { name: "codex", npmPackage: "@openai/codex", versionArgs: ["--version"] },
	state: [
		{
			path: ".codex",
			movedBy: "CODEX_HOME",
			login: ["auth.json", ".credentials.json"],
			own: [
				"sessions",
				"archived_sessions",
				"session_index.jsonl*",
				"history.jsonl*",
				"*.sqlite*",
				"*.lock",
				"shell_snapshots",
				"thread-writer-locks",
				".sandbox_migration",
				"installation_id",
				"models_cache.json",
				"version.json",
				"cache",
				"log",
				"tmp",
				".tmp",
			],
		},
	],
	// its shell environment policy drops it
	keyVisibleToAgent: false,
	passEnvironment: ["CODEX_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"],
	modelHint: "Model name, empty for Codex's own default",
	modelRequired: false,
	efforts: ["minimal", "low", "medium", "high", "xhigh"],
	settings: codexSettings,
	login: {
		command: "codex login",
		probe: "file",
		paths: [".codex/auth.json"],
		variables: ["CODEX_API_KEY", "OPENAI_API_KEY"],
	},
};
