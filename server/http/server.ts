import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { DomainError } from "../domain/errors.ts";
import type { Contents } from "../evidence/contents.ts";
import type { Api } from "./api.ts";
import { refuse, serveContent } from "./contents.ts";
import { type Downloadable, sendZip } from "./download.ts";
import { entryDoor } from "./entry-ticket.ts";
import { guard, type Knock, type Site } from "./guard.ts";
import type { Pages } from "./pages.ts";
import { proxyPage, proxyPageUpgrade } from "./proxy.ts";
import { commonHeaders, dashboardHeaders } from "./security-headers.ts";
import type { PathSigner } from "./sign.ts";
import { isToken } from "./token.ts";

export interface DoorParts {
	api: Api;
	pages: Pages;
	token: string;
	signer: PathSigner;
	development: boolean;
	contentsOf(projectId: string): Contents;
	/** @throws DomainError `not_found` */
	download(candidateId: string): Promise<Downloadable>;
}

/** Two ports of this machine, bound before anything else is decided, so that addresses are known. */
export interface Door {
	port: number;
	artifactPort: number;
	/** `http://127.0.0.1:<port>` */
	origin: string;
	/** `http://localhost:<port>`: another host name, as a port alone makes no other site */
	artifactOrigin: string;
	/** from now on requests are answered; before, they wait */
	open(parts: DoorParts): void;
	close(): Promise<void>;
}

const address = "127.0.0.1";
/** Whoever sends a request drop by drop holds a connection no longer than this. */
const patience = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 1000 };
/** of a refused request */
const drainedBytes = 64 * 1024 * 1024;

/**
 * Takes the two ports. `port` 0: any. `artifactPort` null: the one after `port`, or any if that is taken.
 * @throws DomainError `unavailable` that says how to take another port
 */
export async function bindDoor(wanted: { port: number; artifactPort: number | null }): Promise<Door> {
	const dashboard = createServer(patience);
	const artifacts = createServer(patience);
	const port = await listen(dashboard, wanted.port, "FUSELINE_PORT, or --port");
	let artifactPort: number;
	try {
		if (wanted.artifactPort !== null) {
			artifactPort = await listen(artifacts, wanted.artifactPort, "FUSELINE_ARTIFACT_PORT");
		} else {
			const next = wanted.port === 0 || port === 65_535 ? 0 : port + 1;
			artifactPort = await listen(artifacts, next, "").catch(() =>
				listen(artifacts, 0, "FUSELINE_ARTIFACT_PORT"),
			);
		}
	} catch (error) {
		dashboard.close();
		throw error;
	}
	const origin = `http://${address}:${port}`;
	const artifactOrigin = `http://localhost:${artifactPort}`;
	return {
		port,
		artifactPort,
		origin,
		artifactOrigin,
		open(parts) {
			const { development } = parts;
			openDashboard(
				dashboard,
				{ host: `${address}:${port}`, origin, kind: "dashboard", development },
				artifactOrigin,
				parts,
			);
			openArtifacts(
				artifacts,
				{ host: `localhost:${artifactPort}`, origin: artifactOrigin, kind: "artifacts", development },
				parts,
			);
		},
		async close() {
			await Promise.all([dashboard, artifacts].map(closeServer));
		},
	};
}

function listen(server: Server, port: number, setting: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const failed = (error: NodeJS.ErrnoException) => {
			const why =
				error.code === "EADDRINUSE" ? "is in use by another program" : `can't be used (${error.message})`;
			reject(
				new DomainError(
					"unavailable",
					`Port ${port} ${why}: choose another one with ${setting} (0 = any free one).`,
				),
			);
		};
		server.once("error", failed);
		server.listen({ port, host: address, exclusive: true }, () => {
			server.off("error", failed);
			resolve((server.address() as AddressInfo).port);
		});
	});
}

function closeServer(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

function openDashboard(server: Server, site: Site, artifactOrigin: string, parts: DoorParts): void {
	const entry = entryDoor(parts.token);
	server.on("request", (request, response) => {
		const canonical = toCanonicalHost(request, site);
		if (canonical !== null) {
			response.writeHead(307, { ...dashboardHeaders, location: canonical }).end();
			return;
		}
		const decision = guard(knockOf(request, false, parts.token), site);
		if (!decision.allow) {
			deny(request, response, decision);
			return;
		}
		if (request.url?.startsWith("/enter/")) {
			const to = request.method === "GET" ? entry.redeem(request.url, Date.now()) : null;
			if (to === null) refuse(response, 403, "this link was used or is too old: open the dashboard anew");
			else response.writeHead(302, { ...dashboardHeaders, "cache-control": "no-store", location: to }).end();
		} else if (decision.route === "api") {
			for (const [name, value] of Object.entries(dashboardHeaders)) response.setHeader(name, value);
			response.setHeader("cache-control", "no-store");
			parts.api.handle(request, response);
		} else if (decision.route === "content") void answerSigned(request, response, "dashboard", parts);
		else if (decision.route === "health") {
			response.writeHead(200, { ...dashboardHeaders, "content-type": "application/json" });
			response.end(JSON.stringify({ ok: true, pages: parts.pages.problem() ?? "ready" }));
		} else proxyPage(request, response, parts.pages, { ...site, artifactOrigin });
	});
	server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		socket.on("error", () => socket.destroy());
		const decision = guard(knockOf(request, true, parts.token), site);
		if (!decision.allow) {
			socket.end(`HTTP/1.1 ${decision.status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
		} else if (decision.route === "api") parts.api.upgrade(request, socket, head);
		else proxyPageUpgrade(request, socket, head, parts.pages);
	});
}

function openArtifacts(server: Server, site: Site, parts: DoorParts): void {
	server.on("request", (request, response) => {
		const decision = guard(knockOf(request, false, parts.token), site);
		if (!decision.allow) {
			deny(request, response, decision);
			return;
		}
		void answerSigned(request, response, "artifacts", parts);
	});
	server.on("upgrade", (_request, socket: Duplex) => socket.destroy());
}

async function answerSigned(
	request: IncomingMessage,
	response: ServerResponse,
	site: Site["kind"],
	parts: DoorParts,
): Promise<void> {
	const path = parts.signer.verifyPath(request.url ?? "");
	if (path === null)
		return refuse(response, 403, "this address isn't signed, or by another daemon: load the page anew");
	try {
		const candidate = /^\/candidates\/([0-9A-Z]{26})\/download$/.exec(path)?.[1];
		if (candidate === undefined) serveContent(request, response, path, site, parts.contentsOf);
		else sendZip(response, await parts.download(candidate));
	} catch (error) {
		if (response.headersSent) response.destroy();
		else refuse(response, 404, error instanceof Error ? error.message : "nothing here");
	}
}

/** `localhost` would be the artifacts' own site: a person who typed it is sent to the dashboard's one name. */
function toCanonicalHost(request: IncomingMessage, site: Site): string | null {
	const port = site.host.split(":")[1];
	const typed = request.method === "GET" && request.headers.host === `localhost:${port}`;
	const byPerson =
		request.headers["sec-fetch-site"] === undefined || request.headers["sec-fetch-site"] === "none";
	return typed && byPerson && request.url?.startsWith("/")
		? `${site.origin}${request.url.replace(/^\/+/, "/")}`
		: null;
}

function knockOf(request: IncomingMessage, upgrade: boolean, token: string): Knock {
	const { headers } = request;
	const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
	return {
		method: request.method ?? "",
		target: request.url ?? "",
		hosts: request.rawHeaders.filter(
			(_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === "host",
		),
		origin: headers.origin ?? null,
		fetchSite: typeof headers["sec-fetch-site"] === "string" ? headers["sec-fetch-site"] : null,
		contentType: headers["content-type"] ?? null,
		contentLength: headers["content-length"] ?? null,
		upgrade,
		hasToken: isToken(bearer, token),
	};
}

/** The API's callers parse what they get, so it comes in their shape; others get a line of text. */
function deny(
	request: IncomingMessage,
	response: ServerResponse,
	{ status, reason }: { status: number; reason: string },
): void {
	const answer = () => {
		if (!request.url?.startsWith("/api/")) {
			refuse(response, status, reason);
			return;
		}
		const code = { 401: "UNAUTHORIZED", 413: "PAYLOAD_TOO_LARGE" }[status] ?? "FORBIDDEN";
		const data = { code, httpStatus: status, domainCode: "invalid_input", problems: [] };
		response.writeHead(status, { ...commonHeaders, "content-type": "application/json" });
		response.end(JSON.stringify({ error: { json: { message: reason, code: -32600, data } } }));
	};
	const length = Number(request.headers["content-length"] ?? 0);
	if (length === 0 || length > drainedBytes) {
		response.setHeader("connection", "close");
		answer();
		return;
	}
	// what is still coming is thrown away first, else the caller sees a broken connection instead of the reason
	request.on("end", answer).resume();
}
