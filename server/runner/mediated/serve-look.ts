import { createServer, type Socket } from "node:net";
import { type LookAnswer, type LookRequest, lookLimits, parseLookRequest } from "../../domain/look.ts";

/**
 * Listens at the socket that a tester's sandbox sees. One line is one request; requests of all connections are done one
 * after the other, for there is one window. Whatever else arrives is answered with a refusal, or cut off.
 */
export async function serveLook(
	path: string,
	perform: (request: LookRequest) => Promise<LookAnswer>,
): Promise<{ close(): Promise<number> }> {
	const open = new Set<Socket>();
	let refused = 0;
	let waiting = 0;
	let turn: Promise<unknown> = Promise.resolve();

	function refuse(socket: Socket, text: string): void {
		refused += 1;
		// who writes junk and never reads must not fill our memory with answers
		if (socket.writableLength > lookLimits.requestBytes) {
			socket.destroy();
			return;
		}
		answer(socket, { ok: false, ref: null, text, picture: null });
	}

	function take(socket: Socket, line: string): void {
		const parsed = parseLookRequest(line);
		if (!parsed.ok) refuse(socket, parsed.problem);
		else if (waiting >= lookLimits.waiting) refuse(socket, "too many requests wait already");
		else enqueue(socket, parsed.request);
	}

	function enqueue(socket: Socket, request: LookRequest): void {
		waiting += 1;
		turn = turn
			.then(() => perform(request))
			.catch((error: Error): LookAnswer => ({ ok: false, ref: null, text: error.message, picture: null }))
			.then((given) => {
				waiting -= 1;
				answer(socket, given);
			});
	}

	const server = createServer((socket) => {
		if (open.size >= lookLimits.connections) {
			refuse(socket, "too many connections");
			socket.end();
			return;
		}
		open.add(socket);
		let rest = "";
		socket.setEncoding("utf8");
		socket.on("error", () => socket.destroy());
		socket.on("close", () => open.delete(socket));
		socket.on("data", (chunk: string) => {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) if (!socket.destroyed) take(socket, line);
			if (rest.length > lookLimits.requestBytes) {
				refuse(socket, `a request has at most ${lookLimits.requestBytes} bytes`);
				socket.destroySoon();
			}
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(path, resolve);
	});
	return {
		async close() {
			for (const socket of open) socket.destroy();
			await new Promise<void>((resolve) => server.close(() => resolve()));
			return refused;
		},
	};
}

function answer(socket: Socket, given: LookAnswer): void {
	if (!socket.destroyed) socket.write(`${JSON.stringify(given)}\n`);
}
