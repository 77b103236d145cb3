import { z } from "zod";
import { DomainError } from "./errors.ts";
import type { HarnessDefinition, McpServerLaunch } from "./harness.ts";

/**
 * A Model Context Protocol server that a binding gives to its CLI (`settings.mcpServers`: name → server). It runs inside
 * the role's sandbox. `access` has no default: whoever adds a server says whether its tools may change anything.
 */
export const mcpServerSchema = z.strictObject({
	command: z.string().min(1),
	args: z.array(z.string()).default([]),
	environment: z
		.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a variable name"), z.string())
		.default({}),
	access: z.enum(["read-only", "read-write"], 'say what it may do: "read-only" or "read-write"'),
});

/** `look` is the tester's browser, which the runtime adds itself. */
export const mcpServersSchema = z
	.record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "letters, digits, _ and - only"), mcpServerSchema)
	.refine((servers) => !Object.hasOwn(servers, "look"), 'the name "look" is taken by the tester\'s browser')
	.default({});

/** Why these settings can't be used by a role of this access; one sentence each, with the place below the settings. */
export function mcpServerProblems(
	settings: Record<string, unknown>,
	access: "read-only" | "read-write",
): { path: (string | number)[]; message: string }[] {
	if (settings.mcpServers === undefined) return [];
	const parsed = mcpServersSchema.safeParse(settings.mcpServers);
	if (!parsed.success) {
		return parsed.error.issues.map((issue) => ({
			path: ["mcpServers", ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))],
			message: issue.message,
		}));
	}
	if (access === "read-write") return [];
	return Object.entries(parsed.data)
		.filter(([, server]) => server.access !== "read-only")
		.map(([name]) => ({
			path: ["mcpServers", name, "access"],
			message: `a read-only role can't be given an MCP server that may write: leave "${name}" out, or declare it read-only if it is`,
		}));
}

/**
 * The servers of a binding, as its CLI starts them. Checked once more at run time (design §5.1).
 * @throws DomainError `invalid_input` when the role may not have them or the CLI can't use them
 */
export function mcpServersOf(
	settings: Record<string, unknown>,
	access: "read-only" | "read-write",
	definition: Pick<HarnessDefinition, "title" | "capabilities">,
): McpServerLaunch[] {
	const problem = mcpServerProblems(settings, access)[0];
	if (problem !== undefined) {
		throw new DomainError("invalid_input", `settings.${problem.path.join(".")}: ${problem.message}.`);
	}
	const servers = Object.entries(mcpServersSchema.parse(settings.mcpServers));
	if (servers.length > 0 && !definition.capabilities.mcp) {
		throw new DomainError("invalid_input", `${noMcp(definition.title)}.`);
	}
	return servers.map(([name, { command, args, environment }]) => ({ name, command, args, environment }));
}

/** Said where servers are given to a CLI that knows no MCP. */
export function noMcp(title: string): string {
	return `${title} doesn't speak MCP: leave mcpServers out, or choose another harness for this role`;
}
