import type { HarnessCommand, InvocationRequest, McpServerLaunch } from "../../domain/harness.ts";
import { isStrictSchema } from "../strict-schema.ts";
import { codexSettings } from "./definition.ts";

/** Nothing leaves the machine but model calls. */
const quiet: Record<string, string | number | boolean> = {
	check_for_update_on_startup: false,
	"analytics.enabled": false,
	"feedback.enabled": false,
	"features.plugins": false,
	"features.apps": false,
};

/**
 * `codex exec … -` with the prompt on stdin; a resumed session is `codex exec … resume ID -`. Inside our sandbox Codex's own
 * is off, because it can't nest; without ours Codex's own read-only or workspace-write mode is the wall.
 */
export function codexCommand(request: InvocationRequest): HarnessCommand {
	const settings = codexSettings.parse(request.settings ?? {});
	const files: HarnessCommand["files"] = [];
	const argv = [request.binary, "exec", "--json", "--skip-git-repo-check", "-C", request.workspace];
	if (request.sandboxed) argv.push("--dangerously-bypass-approvals-and-sandbox");
	else argv.push("--sandbox", request.access === "read-write" ? "workspace-write" : "read-only");
	if (request.model !== null) argv.push("-m", request.model);
	// A developer's messages in mid-work would be forced into the schema too; its answer comes by the outbox.
	if (request.access === "read-only" && isStrictSchema(request.outputSchema)) {
		files.push({ path: "result.schema.json", content: JSON.stringify(request.outputSchema) });
		argv.push("--output-schema", `${request.scratch}/result.schema.json`);
	}
	const config: Record<string, string | number | boolean> = { ...quiet, ...settings.config };
	// a product's own AGENTS.md must not tell its planner and tester what to think
	if (request.access === "read-only") config.project_doc_max_bytes = 0;
	if (request.effort !== null) config.model_reasoning_effort = request.effort;
	for (const [key, value] of Object.entries(config)) argv.push("-c", `${key}=${JSON.stringify(value)}`);
	// The model's key must not be in the environment of the agent's shell.
	argv.push(
		"-c",
		'shell_environment_policy.inherit="all"',
		"-c",
		"shell_environment_policy.ignore_default_excludes=false",
	);
	if (settings.environment.length > 0) {
		argv.push("-c", `shell_environment_policy.exclude=${JSON.stringify(settings.environment)}`);
	}
	argv.push(...request.mcpServers.flatMap(mcpOverrides));
	if (!request.sandboxed && request.access === "read-write") {
		argv.push("-c", `sandbox_workspace_write.writable_roots=${JSON.stringify([request.outbox])}`);
	}
	if (request.resumeSessionId !== null) argv.push("resume", request.resumeSessionId);
	argv.push("-");
	return { argv, environment: {}, stdin: request.prompt, files };
}

/**
 * Required, or the first model call would go out before a slow server is there; approved, or every call of it would fail,
 * since nobody can be asked.
 */
function mcpOverrides(server: McpServerLaunch): string[] {
	const config: Record<string, unknown> = {
		command: server.command,
		args: server.args,
		required: true,
		startup_timeout_sec: 30,
		tool_timeout_sec: 120,
		default_tools_approval_mode: "approve",
	};
	for (const [name, value] of Object.entries(server.environment)) config[`env.${name}`] = value;
	return Object.entries(config).flatMap(([key, value]) => [
		"-c",
		`mcp_servers.${server.name}.${key}=${JSON.stringify(value)}`,
	]);
}
