/*
 * The one decision about every request and every upgrade, made before anything else sees it. Pure, so that the whole
 * table of good and bad requests is a unit test. What is not allowed here is refused; a header that is absent permits
 * nothing (design §7).
 */

/** What the guard looks at. Header values are null where the header is absent. */
export interface Knock {
	method: string;
	/** path and query as on the request line */
	target: string;
	/** all Host headers that came */
	hosts: readonly string[];
	origin: string | null;
	fetchSite: string | null;
	contentType: string | null;
	contentLength: string | null;
	upgrade: boolean;
	/** an `Authorization: Bearer` with the right token; upgrades bring theirs as connection parameter later */
	hasToken: boolean;
}

export interface Site {
	/** exact value of Host: `127.0.0.1:4100` */
	host: string;
	/** exact value of Origin */
	origin: string;
	/** `artifacts`: no API, no upgrades, and links from other sites are how it is used */
	kind: "dashboard" | "artifacts";
	/** hot reload needs an upgrade and posts of its own */
	development: boolean;
}

export type Decision =
	| { allow: true; route: "api" | "content" | "page" | "health" }
	| { allow: false; status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421; reason: string };

/** A spec of 1 MiB, escaped, with its settings. */
export const bodyLimitBytes = 4 * 1024 * 1024;

const refuse = (status: Extract<Decision, { allow: false }>["status"], reason: string): Decision => ({
	allow: false,
	status,
	reason,
});

export function guard(knock: Knock, site: Site): Decision {
	if (knock.hosts.length !== 1 || knock.hosts[0] !== site.host)
		return refuse(421, "this host name isn't served here");
	if (!/^\/(?!\/)/.test(knock.target) || /[\\\0]|%00|%5c/i.test(knock.target))
		return refuse(400, "not a path");
	if (knock.origin !== null && knock.origin !== site.origin && site.kind === "dashboard")
		return refuse(403, "requests from other sites are refused");
	const route = routeOf(knock.target);
	if (site.kind === "artifacts") return guardArtifacts(knock, route);
	if (knock.fetchSite !== null && knock.fetchSite !== "same-origin" && knock.fetchSite !== "none")
		return refuse(403, "requests from other sites are refused");
	if (knock.upgrade) return guardUpgrade(knock, site, route);
	const reads = knock.method === "GET" || knock.method === "HEAD";
	if (!reads) {
		const problem = guardBody(knock, site);
		if (problem) return problem;
	}
	if (route === "api") {
		if (knock.method !== "GET" && knock.method !== "POST") return refuse(405, "the API takes GET and POST");
		return knock.hasToken ? { allow: true, route } : refuse(401, "the token is missing or wrong");
	}
	// pages take no posts: there are no server actions, and none can be smuggled in
	if (!reads && !(site.development && knock.target.startsWith("/__nextjs")))
		return refuse(405, "pages are only read");
	return { allow: true, route };
}

function routeOf(target: string): "api" | "content" | "page" | "health" {
	const path = target.split("?", 1)[0] as string;
	if (path === "/api/trpc" || path.startsWith("/api/")) return "api";
	if (/^\/contents\/|^\/candidates\/[^/]+\/download$/.test(path)) return "content";
	return path === "/health" ? "health" : "page";
}

/** Signed addresses only; whoever has one may come from anywhere, as nothing else is here to be had. */
function guardArtifacts(knock: Knock, route: ReturnType<typeof routeOf>): Decision {
	if (knock.upgrade) return refuse(403, "no upgrades here");
	if (knock.method !== "GET" && knock.method !== "HEAD") return refuse(405, "only reading here");
	return route === "content" ? { allow: true, route } : refuse(404, "nothing here");
}

/** A WebSocket has no other protection: any page could open one. */
function guardUpgrade(knock: Knock, site: Site, route: ReturnType<typeof routeOf>): Decision {
	if (knock.method !== "GET") return refuse(405, "an upgrade is a GET");
	if (knock.origin !== site.origin) return refuse(403, "an upgrade needs this site's own Origin");
	if (route === "api") return { allow: true, route };
	if (site.development && knock.target.startsWith("/_next/")) return { allow: true, route: "page" };
	return refuse(404, "no upgrades here");
}

function guardBody(knock: Knock, site: Site): Decision | null {
	if (knock.origin !== site.origin)
		return refuse(403, "a request that changes something needs this site's own Origin");
	// anything else could be sent by a plain form of another site
	if (!/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(knock.contentType ?? ""))
		return refuse(415, "the body has to be application/json");
	const length = Number(knock.contentLength ?? Number.NaN);
	if (Number.isFinite(length) && length > bodyLimitBytes)
		return refuse(
			413,
			`the request has ${(length / 1024 / 1024).toFixed(1)} MiB; at most 4 MiB are taken, and a spec has at most 1 MiB: keep the requirements in the spec and put data into files of a project folder`,
		);
	return null;
}
