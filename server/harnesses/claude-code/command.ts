import type { HarnessCommand, InvocationRequest, McpServerLaunch } from "../../domain/harness.ts";
import { object } from "../json-line.ts";
import { claudeSettings } from "./definition.ts";

/** One argument may hold 128 KiB; a longer schema is left to the prompt. */
const schemaLimit = 100_000;

/**
 * `claude -p --output-format stream-json --verbose … < prompt`. Inside our sandbox its permission prompts are off; without
 * it a read-only role loses all tools but reading, and a developer gets edits and the shell.
 */
export function claudeCommand(request: InvocationRequest): HarnessCommand {
	const settings = claudeSettings.parse(request.settings ?? {});
	const readOnly = request.access === "read-only";
	const argv = [request.binary, "-p", "--output-format", "stream-json", "--verbose"];
	// The workspace's own settings, hooks and MCP servers are a product's files, not the user's wish.
	argv.push("--setting-sources", "user", "--strict-mcp-config");
	if (request.model !== null) argv.push("--model", request.model);
	if (request.effort !== null) argv.push("--effort", request.effort);
	if (request.maxTurns !== null) argv.push("--max-turns", String(request.maxTurns));
	if (request.resumeSessionId !== null) argv.push("--resume", request.resumeSessionId);
	if (readOnly) {
		const schema = schemaText(request.outputSchema);
		if (schema !== null) argv.push("--json-schema", schema);
	}
	if (request.sandboxed) argv.push("--dangerously-skip-permissions");
	else if (readOnly) argv.push("--permission-mode", "default", "--tools", "Read,Grep,Glob");
	else argv.push("--permission-mode", "acceptEdits", "--add-dir", request.outbox, "--allowedTools", "Bash");

	const files: HarnessCommand["files"] = [];
	if (request.mcpServers.length > 0) {
		files.push({ path: "mcp.json", content: mcpConfig(request.mcpServers), mode: 0o600 });
		argv.push("--mcp-config", `${request.scratch}/mcp.json`);
		// variadic, like the option before: what follows has to be an option
		argv.push("--allowedTools", ...request.mcpServers.map((server) => `mcp__${server.name}`));
	}
	const environment: Record<string, string> = {
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
		DISABLE_AUTOUPDATER: "1",
		CLAUDE_CODE_TMPDIR: request.scratch,
	};
	if (request.sandboxed && request.runningAsRoot) environment.IS_SANDBOX = "1";
	if (settings.baseUrl !== undefined) environment.ANTHROPIC_BASE_URL = settings.baseUrl;
	return { argv, environment, stdin: request.prompt, files };
}

function mcpConfig(servers: McpServerLaunch[]): string {
	const mcpServers = Object.fromEntries(
		servers.map(({ name, command, args, environment }) => [
			name,
			{ type: "stdio", command, args, env: environment },
		]),
	);
	return JSON.stringify({ mcpServers });
}

function schemaText(value: unknown): string | null {
	const schema = object(value);
	if (schema === null || schema.type !== "object") return null;
	const { $schema: _, ...rest } = schema;
	const text = JSON.stringify(rest);
	return text.length > schemaLimit ? null : text;
}
