/**
 * A real MCP client at the tester's MCP server: `node mcp-visit.mjs SERVER SOCKET`. Lists the tools, uses some, prints what
 * came back as one JSON object.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "visit", version: "1.0.0" });
await client.connect(
	new StdioClientTransport({ command: process.execPath, args: process.argv.slice(2), stderr: "inherit" }),
);
const { tools } = await client.listTools();
const call = async (name, given) => {
	const { content, isError } = await client.callTool({ name, arguments: given });
	return { isError: isError === true, content };
};
const clicked = await call("click", { selector: "role=button[name='Add one']" });
const pictured = await call("screenshot", { name: "by-mcp" });
const outside = await call("goto", { path: "http://example.com/" });
const wrong = await call("viewport", { width: 3, height: 4 }).catch((error) => ({ thrown: error.message }));
console.log(
	JSON.stringify({
		tools: tools.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties ?? {}), tool.description]),
		clicked,
		picture: {
			text: pictured.content[0].text,
			type: pictured.content[1].type,
			mime: pictured.content[1].mimeType,
			png: Buffer.from(pictured.content[1].data, "base64").subarray(1, 4).toString(),
		},
		outside,
		wrong,
	}),
);
await client.close();
