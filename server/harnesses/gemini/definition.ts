import { z } from "zod";
import type { HarnessDefinition } from "../../domain/harness.ts";
import { mcpServersSchema } from "../../domain/mcp-servers.ts";
import { environmentNames } from "../environment-names.ts";
import { maxTurns } from "../max-turns.ts";

export const geminiSettings = z.strictObject({
	environment: environmentNames,
	maxTurns,
	mcpServers: mcpServersSchema,
});

export const geminiDefinition: HarnessDefinition = {
	id: "gemini",
	title: "Gemini CLI",
	summary: "Google's Gemini CLI in headless mode.",
	capabilities: {
		resume: true,
		outputSchema: false,
		mcp: true,
		readOnlyTools: true,
		maxTurns: false,
		cost: false,
		toolEvents: true,
	},
	binary: { name: "gemini", npmPackage: "@google/gemini-cli", versionArgs: ["--version"] },
	state: [
		{
			path: ".gemini",
			login: ["oauth_creds.json", "google_accounts.json", "mcp-oauth-tokens.json", "gemini-credentials.json"],
			own: ["tmp", "history", "projects.json*", "installation_id", "user_id", "state.json", "*.lock"],
		},
	],
	keyVisibleToAgent: true,
	passEnvironment: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT", "GOOGLE_GEMINI_BASE_URL"],
	modelHint: "Model name, empty for the CLI's own default",
	modelRequired: false,
	efforts: [],
	settings: geminiSettings,
	login: {
		command: "gemini, then choose a login",
		probe: "file",
		paths: [".gemini/oauth_creds.json"],
		variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
	},
};
