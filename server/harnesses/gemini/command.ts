import type { HarnessCommand, InvocationRequest } from "../../domain/harness.ts";

/** Over the user's own settings: nothing but model calls leaves the machine. */
const quiet = {
	general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
	privacy: { usageStatisticsEnabled: false },
	telemetry: { enabled: false },
};
/** Below the user's own settings: headless mode refuses to start where no way of login was ever chosen. */
const fallback = { security: { auth: { selectedType: "gemini-api-key" } } };

/**
 * `gemini --output-format stream-json … < prompt`. Inside our sandbox every tool is allowed; without it a read-only role
 * gets the plan mode, in which shell and writing aren't registered.
 */
export function geminiCommand(request: InvocationRequest): HarnessCommand {
	const argv = [request.binary, "--output-format", "stream-json", "--skip-trust"];
	const readOnly = request.access === "read-only" && !request.sandboxed;
	argv.push("--approval-mode", readOnly ? "plan" : "yolo");
	if (request.model !== null) argv.push("-m", request.model);
	if (request.resumeSessionId !== null) argv.push("--resume", request.resumeSessionId);
	return {
		argv,
		environment: {
			GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${request.scratch}/gemini-settings.json`,
			GEMINI_CLI_SYSTEM_DEFAULTS_PATH: `${request.scratch}/gemini-defaults.json`,
		},
		stdin: request.prompt,
		files: [
			{ path: "gemini-settings.json", content: JSON.stringify({ ...quiet, ...mcpConfig(request) }) },
			{ path: "gemini-defaults.json", content: JSON.stringify(fallback) },
		],
	};
}

function mcpConfig(request: InvocationRequest) {
	if (request.mcpServers.length === 0) return {};
	const servers = request.mcpServers.map(({ name, command, args, environment }) => [
		name,
		{ command, args, env: environment, trust: true, timeout: 120_000 },
	]);
	return { mcpServers: Object.fromEntries(servers) };
}
