import { dirname, join } from "node:path";
import type { Config } from "../../config.ts";
import type { HarnessCommand, HarnessDefinition, McpServerLaunch } from "../../domain/harness.ts";
import type { OpenLook } from "./look-desk.ts";

/** The name under which the tester finds its browser: tools `mcp__look__goto` and so on. */
const serverName = "look";

/** What a call is given to reach its browser: the command for every harness, an MCP server where the CLI takes one. */
export function lookBridge(
	host: Config,
	look: Pick<OpenLook, "socket">,
	paths: { outbox: string; scratch: string },
	definition: HarnessDefinition,
): { files: HarnessCommand["files"]; environment: Record<string, string>; mcpServers: McpServerLaunch[] } {
	const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
	// everything that it needs stands in the file: shells of agents come with a cleaned environment
	const script = [
		"#!/bin/sh",
		`FUSELINE_LOOK_SOCKET=${quote(look.socket)} FUSELINE_LOOK_OUTBOX=${quote(paths.outbox)} exec ${quote(process.execPath)} ${quote(host.entry("look"))} "$@"`,
		"",
	].join("\n");
	const command = lookCommand(paths.scratch);
	return {
		files: [{ path: "bin/fuseline-look", content: script, mode: 0o700 }],
		environment: { PATH: `${dirname(command)}:${host.environment.PATH ?? "/usr/local/bin:/usr/bin:/bin"}` },
		mcpServers: definition.capabilities.mcp
			? [
					{
						name: serverName,
						command: process.execPath,
						args: [host.entry("look-mcp"), look.socket],
						environment: {},
					},
				]
			: [],
	};
}

/** Where the command lies; named in the prompt, for a login shell may set a PATH of its own. */
export function lookCommand(scratch: string): string {
	return join(scratch, "bin", "fuseline-look");
}
