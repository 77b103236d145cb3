import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { proxyUpgrade } from "httpxy";
import type { Pages } from "./pages.ts";
import { dashboardHeaders, pagePolicy } from "./security-headers.ts";

export interface PageSite {
	origin: string;
	artifactOrigin: string | null;
	development: boolean;
}

const startPatienceMs = 20_000;

/** Never passed on: hop-by-hop, and what Next takes as an order from a proxy in front of it. */
const notPassed =
	/^(connection|keep-alive|transfer-encoding|upgrade|te|trailer|proxy-.*|x-forwarded-.*|x-middleware-.*|x-invoke-.*|x-matched-path|next-action|authorization|cookie|accept-encoding)$/;
const notPassedReading = new RegExp(`${notPassed.source}|^(content-length|content-type|expect)$`);
const notReturned =
	/^(connection|keep-alive|transfer-encoding|set-cookie|x-powered-by|content-security-policy)$/;

/** Hands a page's request to the child behind the socket; HTML comes back with its own content security policy. */
export function proxyPage(
	incoming: IncomingMessage,
	response: ServerResponse,
	pages: Pages,
	site: PageSite,
	waited = false,
): void {
	const socketPath = pages.socket();
	if (socketPath === null) {
		if (waited) sayUnavailable(response, pages.problem() ?? "The pages are starting.");
		else void startedSoon(pages).then(() => proxyPage(incoming, response, pages, site, true));
		return;
	}
	const reads = incoming.method === "GET" || incoming.method === "HEAD";
	const upstream = request(
		{
			socketPath,
			method: incoming.method,
			path: incoming.url,
			headers: keep(incoming.headers, reads ? notPassedReading : notPassed),
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
	// a body of a GET would be written without a frame, and read on the other side as a request of its own
	if (reads) {
		incoming.resume();
		upstream.end();
	} else incoming.pipe(upstream);
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

/** The first page after a start is worth some seconds of waiting; after that a person wants to be told. */
async function startedSoon(pages: Pages): Promise<void> {
	const patience = new AbortController();
	const enough = sleep(startPatienceMs, undefined, { signal: patience.signal }).catch(() => {});
	await Promise.race([pages.started, enough]);
	patience.abort();
}

function keep(headers: IncomingHttpHeaders, except: RegExp): IncomingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !except.test(name)));
}

/** A refresh header would not load again an address with a fragment, and the token comes in the fragment. */
const comeBack = "setTimeout(() => location.reload(), 700)";
const comeBackHash = `'sha256-${createHash("sha256").update(comeBack).digest("base64")}'`;

/** A plain page that comes back by itself; runs don't depend on it. */
function sayUnavailable(response: ServerResponse, problem: string): void {
	const text = problem.replace(/[&<>]/g, "");
	response.writeHead(503, {
		...dashboardHeaders,
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src ${comeBackHash}`,
		"cache-control": "no-store",
		"retry-after": "1",
	});
	response.end(
		`<!doctype html><html lang="en"><meta charset="utf-8"><title>Fuseline</title><body style="font:15px system-ui;margin:4rem auto;max-width:40rem">${text}<script>${comeBack}</script></body></html>`,
	);
}
