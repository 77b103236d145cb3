import type { HarnessCommand, InvocationRequest } from "../../domain/harness.ts";
import { opencodeSettings } from "./definition.ts";

/**
 * `opencode run --format json … < prompt`. Its configuration is a file of this call (OPENCODE_CONFIG), merged by OpenCode
 * over the user's own; a variable would be visible to the agent's shell, keys included.
 */
export function opencodeCommand(request: InvocationRequest): HarnessCommand {
	const settings = opencodeSettings.parse(request.settings ?? {});
	const readOnly = request.access === "read-only";
	const action = readOnly && !request.sandboxed ? "deny" : "allow";
	const config = {
		autoupdate: false,
		share: "disabled",
		...settings.config,
		...(request.mcpServers.length > 0 ? { mcp: { ...mcpOf(settings.config), ...mcpConfig(request) } } : {}),
		permission: { edit: action, bash: action, webfetch: action, external_directory: action },
	};
	const argv = [request.binary, "run", "--format", "json", "--thinking", "--dir", request.workspace];
	// Without a title OpenCode spends a model call of its own on one, which it never reports.
	argv.push("--title", `fuseline ${request.role} ${request.loop}`);
	if (request.model !== null) argv.push("-m", request.model);
	if (request.effort !== null) argv.push("--variant", request.effort);
	if (request.resumeSessionId !== null) argv.push("-s", request.resumeSessionId);
	if (action === "allow") argv.push("--auto");
	const environment: Record<string, string> = {
		OPENCODE_CONFIG: `${request.scratch}/opencode.json`,
		OPENCODE_DISABLE_AUTOUPDATE: "1",
		OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
		OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
		OPENCODE_DISABLE_MODELS_FETCH: "1",
		OPENCODE_DISABLE_PROJECT_CONFIG: "1",
	};
	// OpenCode installs a package in the background at each start; its shell inherits this, so a developer, who may need
	// the registry, keeps it.
	if (readOnly) {
		// nor may skills that the product brings along speak to its planner and tester
		environment.OPENCODE_DISABLE_EXTERNAL_SKILLS = "1";
		environment.npm_config_registry = "http://127.0.0.1:9/";
		environment.npm_config_fetch_retries = "0";
	}
	return {
		argv,
		environment,
		stdin: request.prompt,
		files: [{ path: "opencode.json", content: JSON.stringify(config), mode: 0o600 }],
	};
}

function mcpConfig(request: InvocationRequest) {
	return Object.fromEntries(
		request.mcpServers.map(({ name, command, args, environment }) => [
			name,
			{ type: "local", command: [command, ...args], environment, enabled: true, timeout: 120_000 },
		]),
	);
}

function mcpOf(config: Record<string, unknown>): Record<string, unknown> {
	return typeof config.mcp === "object" && config.mcp !== null ? (config.mcp as Record<string, unknown>) : {};
}
