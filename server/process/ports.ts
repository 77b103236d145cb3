import { once } from "node:events";
import { createServer } from "node:net";

/** A TCP port that was free on 127.0.0.1 a moment ago. Another process may take it first, so a server may still fail. */
export async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, "close");
	return port;
}
