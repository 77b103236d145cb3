import { connect } from "node:net";

export interface RawAnswer {
	/** 0: the connection was closed without an answer */
	status: number;
	head: string;
	body: string;
}

/** Exactly these bytes to a port of this machine, and what came back until the other side was done (5 s at most). */
export function sendRaw(port: number, bytes: string | Buffer, waitMs = 5000): Promise<RawAnswer> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		let text = "";
		const done = () => {
			clearTimeout(timer);
			socket.destroy();
			const [head = "", ...rest] = text.split("\r\n\r\n");
			resolve({
				status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
				head,
				body: rest.join("\r\n\r\n"),
			});
		};
		const timer = setTimeout(done, waitMs);
		socket.on("data", (chunk) => {
			text += chunk.toString("latin1");
			if (isWhole(text, String(bytes.slice(0, 5)) === "HEAD ")) done();
		});
		socket.on("end", done);
		socket.on("error", done);
		socket.on("connect", () => socket.write(bytes));
	});
}

function isWhole(text: string, headOnly: boolean): boolean {
	const end = text.indexOf("\r\n\r\n");
	if (end < 0) return false;
	const head = text.slice(0, end);
	if (headOnly || /^HTTP\/1\.1 101/.test(head)) return true;
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	if (length !== undefined) return text.length - end - 4 >= Number(length);
	return /\r\ntransfer-encoding: chunked/i.test(head) && text.endsWith("0\r\n\r\n");
}

export interface RawParts {
	method?: string;
	target?: string;
	/** in this order, names as written; a name may come twice */
	headers: readonly (readonly [string, string])[];
	body?: string;
}

/** A request as bytes; `content-length` is added where there is a body and none is named. */
export function rawRequest({ method = "GET", target = "/", headers, body }: RawParts): string {
	const named = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
	const lines = headers.map(([name, value]) => `${name}: ${value}`);
	if (body !== undefined && !named) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
	return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
