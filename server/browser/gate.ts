import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

export interface Gate {
	/** `http://127.0.0.1:PORT`, to be given to the browser as its only proxy */
	address: string;
	close(): void;
}

/**
 * A proxy that lets the browser reach one server and nothing else. Routes of the browser library don't see redirects,
 * sockets or another port of this machine; a proxy does, because the browser has no other way out. It says nothing of what it refuses: the page's own events do, and the
 * browser's background traffic is nobody's finding.
 */
export async function openGate(url: string): Promise<Gate> {
	const origin = new URL(url);
	const port = origin.port === "" ? 80 : Number(origin.port);

	const server = createServer((incoming, outgoing) => {
		const target = parseUrl(incoming.url ?? "");
		if (
			target === null ||
			!isSameServer(target.hostname, target.port === "" ? 80 : Number(target.port), origin)
		) {
			outgoing.writeHead(403, { "content-type": "text/plain" }).end("Only the candidate can be reached.\n");
			return;
		}
		const onward = request(
			{
				host: bare(origin.hostname),
				port,
				method: incoming.method,
				path: `${target.pathname}${target.search}`,
				headers: incoming.headers,
			},
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
				answer.on("error", () => outgoing.destroy());
			},
		);
		onward.on("error", () => outgoing.destroy());
		outgoing.on("close", () => onward.destroy());
		incoming.pipe(onward);
	});

	server.on("connect", (incoming, socket: Duplex, head: Buffer) => {
		const target = parseUrl(`http://${incoming.url}`);
		const targetPort = Number(target?.port === "" ? 80 : target?.port);
		socket.on("error", () => socket.destroy());
		if (target === null || !isSameServer(target.hostname, targetPort, origin)) {
			socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
			return;
		}
		const onward = connect(port, bare(origin.hostname), () => {
			socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
			onward.write(head);
			onward.pipe(socket);
			socket.pipe(onward);
		});
		onward.on("error", () => socket.destroy());
		socket.on("close", () => onward.destroy());
	});

	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** The same server under any of this machine's own names. */
export function isSameServer(hostname: string, port: number, origin: URL): boolean {
	const originPort = origin.port === "" ? 80 : Number(origin.port);
	if (port !== originPort) return false;
	return hostname === origin.hostname || (isLoopback(hostname) && isLoopback(origin.hostname));
}

function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

function bare(hostname: string): string {
	return hostname.replace(/^\[|\]$/g, "");
}

/** Null when it is no address (`URL.parse` is younger than the oldest Node that we run on). */
export function parseUrl(text: string): URL | null {
	return URL.canParse(text) ? new URL(text) : null;
}
