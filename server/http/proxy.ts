import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { proxyUpgrade } from "httpxy";
import type { Pages } from "./pages.ts";
import { dashboardHeaders, pagePolicy } from "./security-headers.ts";

export interface PageSite {
	origin: string;
	artifactOrigin: string | null;
	development: boolean;
}

/** Never passed on: hop-by-hop, and what Next takes as an order from a proxy in front of it. */
const notPassed =
	/^(connection|keep-alive|transfer-encoding|upgrade|te|trailer|proxy-.*|x-forwarded-.*|x-middleware-.*|x-invoke-.*|x-matched-path|next-action|authorization|cookie|accept-encoding)$/;
const notReturned =
	/^(connection|keep-alive|transfer-encoding|set-cookie|x-powered-by|content-security-policy)$/;

/** Hands a page's request to the child behind the socket; HTML comes back with its own content security policy. */
export function proxyPage(
	incoming: IncomingMessage,
	response: ServerResponse,
	pages: Pages,
	site: PageSite,
): void {
	const socketPath = pages.socket();
	if (socketPath === null) {
		sayUnavailable(response, pages.problem() ?? "The pages are starting.");
		return;
	}
	const upstream = request(
		{
			socketPath,
			method: incoming.method,
			path: incoming.url,
			headers: keep(incoming.headers, notPassed),
		},
		(answer) => {
			const headers = { ...keep(answer.headers, notReturned), ...dashboardHeaders };
			const isHtml = String(answer.headers["content-type"] ?? "").startsWith("text/html");
			if (!isHtml || incoming.method === "HEAD") {
				response.writeHead(answer.statusCode ?? 502, headers);
				answer.pipe(response);
				return;
			}
			const chunks: Buffer[] = [];
			answer.on("data", (chunk: Buffer) => chunks.push(chunk));
			answer.on("end", () => {
				const html = Buffer.concat(chunks);
				response.writeHead(answer.statusCode ?? 502, {
					...headers,
					"content-length": html.length,
					"cache-control": "no-store",
					"content-security-policy": pagePolicy(html.toString("utf8"), site),
				});
				response.end(html);
			});
			answer.on("error", () => response.destroy());
		},
	);
	upstream.on("error", () => {
		if (response.headersSent) response.destroy();
		else sayUnavailable(response, "The pages are starting again.");
	});
	response.on("close", () => upstream.destroy());
	incoming.pipe(upstream);
}

/** Hot reload in development. */
export function proxyPageUpgrade(
	incoming: IncomingMessage,
	socket: Duplex,
	head: Buffer,
	pages: Pages,
): void {
	const socketPath = pages.socket();
	if (socketPath === null) {
		socket.destroy();
		return;
	}
	proxyUpgrade({ socketPath }, incoming, socket as Parameters<typeof proxyUpgrade>[2], head).catch(() =>
		socket.destroy(),
	);
}

function keep(headers: IncomingHttpHeaders, except: RegExp): IncomingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !except.test(name)));
}

/** A plain page that comes back by itself; runs don't depend on it. */
function sayUnavailable(response: ServerResponse, problem: string): void {
	const text = problem.replace(/[&<>]/g, "");
	response.writeHead(503, {
		...dashboardHeaders,
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
		"cache-control": "no-store",
		"retry-after": "1",
	});
	response.end(
		`<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Fuseline</title><body style="font:15px system-ui;margin:4rem auto;max-width:40rem">${text}</body></html>`,
	);
}
