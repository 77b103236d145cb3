import { createHash } from "node:crypto";

/** On every answer of both sites. */
export const commonHeaders: Readonly<Record<string, string>> = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=()",
};

/** On every answer of the dashboard's own site. */
export const dashboardHeaders: Readonly<Record<string, string>> = {
	...commonHeaders,
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"x-frame-options": "DENY",
};

/** Agent-made files: no script, no request, an origin of its own; pictures and styles inside the file work. */
export const artifactPolicy =
	"sandbox; default-src 'none'; img-src 'self' data:; media-src 'self' data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'; base-uri 'none'";

/**
 * Policy for one page: scripts of this site, and exactly the inline scripts that Next wrote into this very page (pages
 * hold no data, so nothing of an agent can be among them). Styles may be inline: charts and menus place themselves so.
 */
export function pagePolicy(
	html: string,
	site: { origin: string; artifactOrigin: string | null; development: boolean },
): string {
	const scripts = site.development ? ["'unsafe-inline'", "'unsafe-eval'"] : inlineScriptHashes(html);
	const socket = site.origin.replace(/^http/, "ws");
	return [
		"default-src 'none'",
		`script-src 'self' ${scripts.join(" ")}`.trim(),
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		`connect-src 'self' ${socket}`,
		`frame-src ${site.artifactOrigin ?? "'none'"}`,
		`media-src 'self' ${site.artifactOrigin ?? ""}`.trim(),
		"manifest-src 'self'",
		"worker-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}

function inlineScriptHashes(html: string): string[] {
	const hashes = new Set<string>();
	for (const [, body = ""] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)) {
		if (body !== "") hashes.add(`'sha256-${createHash("sha256").update(body).digest("base64")}'`);
	}
	return [...hashes];
}
