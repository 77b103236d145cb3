import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type LookVerb, lookArguments, lookVerbs } from "../domain/look.ts";
import { lookUsage } from "../domain/look-words.ts";
import { ask } from "./connection.ts";

/*
 *     node look-mcp.mjs SOCKET
 *
 * The tester's browser as an MCP server on standard input and output: one tool for each verb, each a call over the
 * socket. The CLI starts it inside the tester's sandbox.
 */

const instructions =
	"The product under examination in a browser window that stays open between calls. Every call is recorded by the " +
	"runtime and answers with a ref (mediated:N) that a claim can cite.";

function makeServer(socket: string): McpServer {
	const server = new McpServer({ name: "look", version: "1.0.0" }, { instructions });
	for (const verb of lookVerbs) register(server, verb, socket);
	return server;
}

function register(server: McpServer, verb: LookVerb, socket: string): void {
	const config = {
		title: verb,
		description: `Browser: ${lookUsage[verb].does}.`,
		inputSchema: lookArguments[verb] as (typeof lookArguments)["goto"],
	};
	server.registerTool(verb, config, async (given) => {
		const answer = await ask(socket, { verb, ...given }).catch((error: Error) => ({
			ok: false,
			text: error.message,
			picture: null,
		}));
		return {
			isError: !answer.ok,
			content: [
				{ type: "text" as const, text: answer.text },
				...(answer.picture === null
					? []
					: [{ type: "image" as const, data: answer.picture, mimeType: "image/png" }]),
			],
		};
	});
}

const socket = process.argv[2];
if (socket === undefined) {
	process.stderr.write("use: node look-mcp.mjs SOCKET\n");
	process.exit(2);
}
serveStdio(() => makeServer(socket));
