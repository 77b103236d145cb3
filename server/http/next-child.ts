import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import next from "next";

/*
 * The pages, in a process of their own: a crash, a rebuild or a compile here touches nothing else. Listens on a socket
 * file only; whoever wants to reach it goes through the door.
 */
const { values } = parseArgs({
	options: {
		directory: { type: "string" },
		socket: { type: "string" },
		/** what the browser calls the door, for hot reload */
		port: { type: "string" },
		development: { type: "boolean", default: false },
	},
});
const { directory, socket } = values;
if (directory === undefined || socket === undefined) throw new Error("give --directory and --socket");

// the channel closes when the daemon is gone, however it went
process.on("disconnect", () => process.exit(0));
// it may have gone while Next was being loaded, before anybody listened
if (!process.connected) process.exit(0);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));

const server = createServer();
const app = next({
	dev: values.development,
	dir: directory,
	httpServer: server,
	hostname: "127.0.0.1",
	port: Number(values.port ?? 0),
	quiet: true,
});
await app.prepare();
const handle = app.getRequestHandler();
server.on("request", (request, response) => void handle(request, response));
process.umask(0o177);
server.listen(socket, () => {
	chmodSync(socket, 0o600);
	process.send?.("ready");
});
