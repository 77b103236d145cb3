import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { Contents } from "../evidence/contents.ts";
import { presentationOf } from "./inline-types.ts";
import { artifactPolicy, commonHeaders, dashboardHeaders } from "./security-headers.ts";

const hashedFirst = 4 * 1024 * 1024;

/** `path` was verified already: `/contents/<project>/<sha256>?type=<mime>`. */
export function serveContent(
	request: IncomingMessage,
	response: ServerResponse,
	path: string,
	site: "dashboard" | "artifacts",
	contentsOf: (projectId: string) => Contents,
): void {
	const url = new URL(path, "http://door");
	const match = /^\/contents\/([0-9A-HJKMNP-TV-Z]{26})\/([0-9a-f]{64})$/.exec(url.pathname);
	if (!match) {
		refuse(response, 404, "nothing here");
		return;
	}
	const [, projectId = "", sha256 = ""] = match;
	const contents = contentsOf(projectId);
	const size = contents.size(sha256);
	if (size === null) {
		refuse(response, 404, "these bytes are no longer kept");
		return;
	}
	// what is small enough to hash first is never sent in a form that it didn't have
	if (size <= hashedFirst && contents.verify(sha256) !== "whole") {
		refuse(response, 410, "these bytes are damaged");
		return;
	}
	const head = contents.read(sha256, 0, Math.min(size, 64));
	const shown = presentationOf(url.searchParams.get("type") ?? "", head, site);
	if (shown === null) {
		refuse(response, 415, "this type is shown on the second site only");
		return;
	}
	response.writeHead(200, {
		...(site === "dashboard"
			? dashboardHeaders
			: { ...commonHeaders, "cross-origin-resource-policy": "cross-origin" }),
		"content-type": shown.contentType,
		"content-length": size,
		"content-security-policy": artifactPolicy,
		// named by its hash: it can't change
		"cache-control": "private, max-age=31536000, immutable",
		...(shown.attachment ? { "content-disposition": `attachment; filename="${sha256.slice(0, 12)}"` } : {}),
	});
	if (request.method === "HEAD") {
		response.end();
		return;
	}
	// a damaged content breaks the answer off, so that nobody takes half a file for a whole one
	pipeline(contents.stream(sha256), response, () => {});
}

export function refuse(response: ServerResponse, status: number, reason: string): void {
	response.writeHead(status, { ...dashboardHeaders, "content-type": "text/plain; charset=utf-8" });
	response.end(`${reason}\n`);
}
