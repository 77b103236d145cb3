import { describe, expect, it } from "vitest";
import { guard, type Knock, type Site } from "./guard.ts";

const site: Site = {
	host: "127.0.0.1:4100",
	origin: "http://127.0.0.1:4100",
	kind: "dashboard",
	development: false,
};
const artifacts: Site = {
	host: "localhost:4101",
	origin: "http://localhost:4101",
	kind: "artifacts",
	development: false,
};

const page: Knock = {
	method: "GET",
	target: "/runs/new",
	hosts: [site.host],
	origin: null,
	fetchSite: "none",
	contentType: null,
	contentLength: null,
	upgrade: false,
	hasToken: false,
};
const query: Knock = {
	...page,
	target: "/api/trpc/runs.list?input=x",
	fetchSite: "same-origin",
	hasToken: true,
};
const mutation: Knock = {
	...query,
	method: "POST",
	target: "/api/trpc/runs.start",
	origin: site.origin,
	contentType: "application/json",
	contentLength: "120",
};
const upgrade: Knock = {
	...query,
	target: "/api/trpc?connectionParams=1",
	origin: site.origin,
	upgrade: true,
	hasToken: false,
};
const picture: Knock = { ...page, target: "/contents/a/b?type=image/png&sig=c", fetchSite: "same-origin" };
const file: Knock = {
	...page,
	target: "/contents/a/b?type=text/html&sig=c",
	hosts: [artifacts.host],
	fetchSite: "cross-site",
};

describe("guard", () => {
	it.each<[string, Knock, Site, string]>([
		["a page that a person opens", page, site, "page"],
		["a page's own asset", { ...page, target: "/_next/static/a.js", fetchSite: "same-origin" }, site, "page"],
		["a query with the token", query, site, "api"],
		["a query from the command line", { ...query, fetchSite: null, origin: site.origin }, site, "api"],
		["a mutation", mutation, site, "api"],
		[
			"a mutation with a charset",
			{ ...mutation, contentType: "application/json; charset=utf-8" },
			site,
			"api",
		],
		["the socket of the page", upgrade, site, "api"],
		["a picture", picture, site, "content"],
		["a health check", { ...page, target: "/health", fetchSite: null }, site, "health"],
		["an artifact in a frame of the page", file, artifacts, "content"],
		["hot reload", { ...upgrade, target: "/_next/hmr?id=1" }, { ...site, development: true }, "page"],
	])("lets in %s", (_, knock, at, route) => {
		expect(guard(knock, at)).toEqual({ allow: true, route });
	});

	it.each<[string, Knock, Site, number]>([
		["a foreign host name (rebinding)", { ...query, hosts: ["evil.example:4100"] }, site, 421],
		["the right name on another port", { ...query, hosts: ["127.0.0.1:4101"] }, site, 421],
		["a name that only begins right", { ...query, hosts: ["127.0.0.1:4100.evil.example"] }, site, 421],
		["another spelling of the address", { ...query, hosts: ["127.1:4100"] }, site, 421],
		["no host", { ...query, hosts: [] }, site, 421],
		["two hosts", { ...query, hosts: [site.host, "evil.example"] }, site, 421],
		["the second site's name on the first", { ...query, hosts: [artifacts.host] }, site, 421],
		["an absolute request target", { ...query, target: "http://evil.example/" }, site, 400],
		["a protocol-relative target", { ...query, target: "//evil.example/api/trpc" }, site, 400],
		["a backslash", { ...query, target: "/api\\trpc" }, site, 400],
		["a NUL", { ...query, target: "/contents/%00" }, site, 400],
		["a foreign origin on a query", { ...query, origin: "http://evil.example" }, site, 403],
		["the null origin of a sandboxed page", { ...query, origin: "null" }, site, 403],
		["another local application", { ...query, origin: "http://127.0.0.1:3000" }, site, 403],
		["a page of the second site", { ...query, origin: artifacts.origin }, site, 403],
		["https instead of http", { ...query, origin: "https://127.0.0.1:4100" }, site, 403],
		["a cross-site query", { ...query, fetchSite: "cross-site" }, site, 403],
		["a same-site query (another port)", { ...query, fetchSite: "same-site" }, site, 403],
		["a link from another site", { ...page, fetchSite: "cross-site" }, site, 403],
		["a query without the token", { ...query, hasToken: false }, site, 401],
		["a mutation without the token", { ...mutation, hasToken: false }, site, 401],
		[
			"an unknown path of the API without the token",
			{ ...query, target: "/api/other", hasToken: false },
			site,
			401,
		],
		["a mutation without an origin", { ...mutation, origin: null }, site, 403],
		["a form's plain text", { ...mutation, contentType: "text/plain" }, site, 415],
		[
			"JSON that says it is plain text",
			{ ...mutation, contentType: "text/plain; application/json" },
			site,
			415,
		],
		["a form", { ...mutation, contentType: "application/x-www-form-urlencoded" }, site, 415],
		["files of a form", { ...mutation, contentType: "multipart/form-data; boundary=x" }, site, 415],
		["no content type", { ...mutation, contentType: null }, site, 415],
		["a huge body", { ...mutation, contentLength: "10485760" }, site, 413],
		["PUT on the API", { ...mutation, method: "PUT" }, site, 405],
		["DELETE on the API", { ...mutation, method: "DELETE" }, site, 405],
		["OPTIONS (a preflight)", { ...mutation, method: "OPTIONS" }, site, 405],
		["a post to a page (server action)", { ...mutation, target: "/runs/new" }, site, 405],
		["a socket of another site", { ...upgrade, origin: "http://evil.example" }, site, 403],
		["a socket without an origin", { ...upgrade, origin: null }, site, 403],
		["a socket of the null origin", { ...upgrade, origin: "null" }, site, 403],
		["a socket under a foreign name", { ...upgrade, hosts: ["evil.example:4100"] }, site, 421],
		["a socket to a page", { ...upgrade, target: "/runs" }, site, 404],
		["hot reload outside of development", { ...upgrade, target: "/_next/hmr" }, site, 404],
		["the API on the second site", { ...query, hosts: [artifacts.host] }, artifacts, 404],
		["a page on the second site", { ...page, hosts: [artifacts.host] }, artifacts, 404],
		["a post on the second site", { ...file, method: "POST" }, artifacts, 405],
		[
			"a socket on the second site",
			{ ...upgrade, hosts: [artifacts.host], target: "/contents/a/b" },
			artifacts,
			403,
		],
		["the dashboard's name on the second site", { ...file, hosts: [site.host] }, artifacts, 421],
	])("refuses %s", (_, knock, at, status) => {
		expect(guard(knock, at)).toMatchObject({ allow: false, status });
	});
});
