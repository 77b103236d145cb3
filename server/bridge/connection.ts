import { connect } from "node:net";
import type { LookAnswer } from "../domain/look.ts";

/**
 * Sends one request to the runtime's side of the socket and gives its answer. Everything that counts happens there: what
 * is sent is checked, done and recorded by the runtime.
 * @throws Error with one line for people
 */
export function ask(socketPath: string, request: Record<string, unknown>): Promise<LookAnswer> {
	return new Promise((resolve, reject) => {
		const socket = connect(socketPath);
		let text = "";
		socket.setEncoding("utf8");
		socket.once("connect", () => socket.write(`${JSON.stringify(request)}\n`));
		socket.on("data", (chunk: string) => {
			text += chunk;
			if (!text.endsWith("\n")) return;
			socket.end();
			try {
				resolve(JSON.parse(text) as LookAnswer);
			} catch {
				reject(new Error("the answer of the browser can't be read"));
			}
		});
		socket.once("error", (error: NodeJS.ErrnoException) =>
			reject(new Error(`the browser of this examination can't be reached (${error.code ?? error.message})`)),
		);
		socket.once("close", () => reject(new Error("the connection ended without an answer")));
	});
}
